import { type ReactNode, useEffect, useRef } from "react";
import { Drawing } from "../../ui/drawing.tsx";

/** Replaces a form after it succeeds, and takes the focus from it. */
export function Done({ children }: { children: ReactNode }) {
  const message = useRef<HTMLOutputElement>(null);
  useEffect(() => message.current!.focus(), []);
  return (
    <output ref={message} className="notice" tabIndex={-1}>
      <Drawing name="done" />
      <span>{children}</span>
    </output>
  );
}
