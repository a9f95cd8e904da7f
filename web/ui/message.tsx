import { useSyncExternalStore } from "react";

const MESSAGE_MS = 5000;

type Shown = { text: string; isAlert: boolean };

const NOTHING: Shown = { text: "", isAlert: false };

// One at a time, and for all screens: what a screen says last is still read on the next one.
let shown = NOTHING;
let timer: number | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(message: Shown) {
  shown = message;
  for (const listener of listeners) listener();
}

/** Shows a message that goes away by itself. An alert is read out at once, whatever is being read. */
export function showMessage(text: string, { ms = MESSAGE_MS, isAlert = false } = {}): void {
  window.clearTimeout(timer);
  set({ text, isAlert });
  timer = window.setTimeout(() => set(NOTHING), ms);
}

/** Over the page, so that nothing moves. Always rendered, because screen readers only announce what changes in it. */
export function Messages() {
  const { text, isAlert } = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NOTHING,
  );
  return (
    <>
      <output className="message">{isAlert ? "" : text}</output>
      <p className="message message-alert" role="alert">
        {isAlert ? text : ""}
      </p>
    </>
  );
}
