import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { Drawing } from "../ui/drawing.tsx";

type Props = {
  to: string;
  /** For the next screen. */
  state?: object;
  afterMs: number;
  linkText: string;
  children: ReactNode;
};

/** Replaces a form after it succeeds. Takes the focus, and goes to `to` after `afterMs`. */
export function RedirectNotice({ to, state, afterMs, linkText, children }: Props) {
  const navigate = useNavigate();
  const message = useRef<HTMLOutputElement>(null);
  const leave = useEffectEvent(() => void navigate(to, { state }));
  useEffect(() => {
    message.current!.focus({ preventScroll: true });
    // The heading of the page stays in view above the notice.
    message.current!.scrollIntoView({ block: "center" });
    const timer = window.setTimeout(() => leave(), afterMs);
    return () => window.clearTimeout(timer);
  }, [afterMs]);
  return (
    <output ref={message} className="notice" tabIndex={-1}>
      <Drawing name="done" />
      <span>{children}</span>
      <Link to={to} state={state}>
        {linkText}
      </Link>
    </output>
  );
}
