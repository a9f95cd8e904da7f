import { useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Spread `opener` on the button that opens the editor: `close` moves the focus back to it. */
export function useEditing() {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    // flushSync renders the button before it takes the focus.
    flushSync(() => setEditing(false));
    button.current?.focus();
  };
  return { isEditing, close, opener: { ref: button, onClick: () => setEditing(true) } };
}
