import { useEffect, useRef } from "react";
import { Drawing } from "../ui/drawing.tsx";

/** Replaces the form after sending, and takes the focus from it. */
export function Sent({ text, onAgain }: { text: string; onAgain: () => void }) {
  const message = useRef<HTMLOutputElement>(null);
  useEffect(() => message.current!.focus(), []);
  return (
    <>
      <output ref={message} className="notice" tabIndex={-1}>
        <Drawing name="done" />
        {text}
      </output>
      <p className="actions">
        <button type="button" className="button" onClick={onAgain}>
          Write another message
        </button>
      </p>
    </>
  );
}
