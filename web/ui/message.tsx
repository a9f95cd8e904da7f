import { useEffect, useRef, useState } from "react";

export const MESSAGE_MS = 3000;

/** A message that goes away by itself: its text, empty most of the time, and a way to show one. */
export function useMessage(ms: number = MESSAGE_MS): [text: string, show: (text: string) => void] {
  const [text, setText] = useState("");
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const show = (shown: string) => {
    window.clearTimeout(timer.current);
    setText(shown);
    timer.current = window.setTimeout(() => setText(""), ms);
  };
  return [text, show];
}

/** Over the page, so that nothing moves. Always rendered, because screen readers only announce what changes in it. */
export function Message({ text }: { text: string }) {
  return <output className="message">{text}</output>;
}
