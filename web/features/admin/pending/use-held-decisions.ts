import { useEffect, useRef } from "react";

const UNDO_MS = 10_000;

/** Sends each decision after ten seconds, and all of them at once if the person leaves or hides the page. */
export function useHeldDecisions() {
  const held = useRef<{ send: () => void; timer: number }[]>([]);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const sendAll = () => {
      for (const { send, timer } of held.current.splice(0)) {
        window.clearTimeout(timer);
        send();
      }
    };
    window.addEventListener("pagehide", sendAll, { signal });
    // Phones can end a hidden page without another event.
    document.addEventListener("visibilitychange", () => document.hidden && sendAll(), { signal });
    return () => {
      listening.abort();
      sendAll();
    };
  }, []);

  return {
    hold(send: () => void) {
      // All wait equally long, so the oldest is the next.
      const timer = window.setTimeout(() => held.current.shift()?.send(), UNDO_MS);
      held.current.push({ send, timer });
    },
    takeBackNewest: () => window.clearTimeout(held.current.pop()?.timer),
  };
}
