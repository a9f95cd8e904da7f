import { useEffect, useEffectEvent, useRef } from "react";

const UNDO_MS = 10_000;

/** Holds one decision back for ten seconds. The next decision, and whoever leaves the page, sends it at once. */
export function useHeldDecision() {
  const held = useRef<{ send: () => void; timer: number }>(undefined);

  function takeBack(): (() => void) | undefined {
    window.clearTimeout(held.current?.timer);
    const send = held.current?.send;
    held.current = undefined;
    return send;
  }
  const sendNow = () => takeBack()?.();

  const leave = useEffectEvent(sendNow);
  useEffect(() => {
    const leavePage = () => leave();
    window.addEventListener("pagehide", leavePage);
    return () => {
      window.removeEventListener("pagehide", leavePage);
      leavePage();
    };
  }, []);

  return {
    hold(send: () => void) {
      sendNow();
      held.current = { send, timer: window.setTimeout(sendNow, UNDO_MS) };
    },
    takeBack: () => void takeBack(),
  };
}
