import { useRef, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Whether a part of the account page is being edited. The focus goes with the editor's buttons: closing gives it back to
 * the button that opened it, which takes `opener`.
 */
export function useEditing() {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    // The button must be there again to take it.
    flushSync(() => setEditing(false));
    button.current?.focus();
  };
  return { isEditing, close, opener: { ref: button, onClick: () => setEditing(true) } };
}
