import { useLayoutEffect, useState } from "react";

const MESSAGE_MS = 5000;

type Message = { text: string; ms: number; isAlert: boolean };

const NOTHING: Message = { text: "", ms: 0, isAlert: false };

/** Shared by all screens, so a message stays visible on the next one. */
const messages = new EventTarget();

/** `ms` is the time for which the message is visible. Screen readers announce an alert at once. */
export function showMessage(text: string, { ms = MESSAGE_MS, isAlert = false } = {}): void {
  messages.dispatchEvent(new CustomEvent<Message>("message", { detail: { text, ms, isAlert } }));
}

/** Always rendered, because screen readers announce only changes in it. */
export function Messages() {
  const [{ text, isAlert }, setMessage] = useState(NOTHING);

  // Before the visitor can press anything: a message without a listener is lost.
  useLayoutEffect(() => {
    let timer: number | undefined;
    const show = (event: Event) => {
      const { detail } = event as CustomEvent<Message>;
      window.clearTimeout(timer);
      setMessage(detail);
      timer = window.setTimeout(() => setMessage(NOTHING), detail.ms);
    };
    messages.addEventListener("message", show);
    return () => messages.removeEventListener("message", show);
  }, []);

  return (
    <>
      <output className="message">{isAlert ? "" : text}</output>
      <p className="message message-alert" role="alert">
        {isAlert ? text : ""}
      </p>
    </>
  );
}
