import { useEffect, useState } from "react";

const MESSAGE_MS = 5000;

type Message = { text: string; ms: number; isAlert: boolean };

const NOTHING: Message = { text: "", ms: 0, isAlert: false };

/** For all screens: what a screen says last is still read on the next one. */
const messages = new EventTarget();

/** Shows a message that goes away by itself. An alert is read out at once, whatever is being read. */
export function showMessage(text: string, { ms = MESSAGE_MS, isAlert = false } = {}): void {
  messages.dispatchEvent(new CustomEvent<Message>("message", { detail: { text, ms, isAlert } }));
}

/** Over the page, so that nothing moves. Always rendered, because screen readers only announce what changes in it. */
export function Messages() {
  const [{ text, isAlert }, setMessage] = useState(NOTHING);

  useEffect(() => {
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
