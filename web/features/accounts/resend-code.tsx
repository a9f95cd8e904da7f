import { useEffect, useRef, useState } from "react";
import { RESEND_CODE_SECONDS } from "#schema/accounts/accounts.ts";
import { ApiError, send } from "../../data/api.ts";

/** A button that requests a new code. The API knows the user by this browser's cookies. */
export function ResendCode({ call }: { call: "login/resend/" | "user/delete-code/" }) {
  const [left, startCountDown] = useCountDown(RESEND_CODE_SECONDS);
  const [text, setText] = useState("");
  const isSending = useRef(false);
  const isWaiting = left > 0;

  async function resend() {
    if (isSending.current) return;
    if (isWaiting) return setText(`Please wait ${left} more seconds.`);
    isSending.current = true;
    // Screen readers announce the same text again only if it was empty in between.
    setText("");
    try {
      const { message } = await send("POST", call, {});
      startCountDown();
      setText(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setText(error.message);
    } finally {
      isSending.current = false;
    }
  }

  return (
    <div>
      <button type="button" className="link-button" aria-disabled={isWaiting} onClick={() => void resend()}>
        <span>
          Send a new code
          {/* Not part of the button's name. Otherwise screen readers would announce it every second. */}
          {isWaiting && <span aria-hidden="true">{` in ${left} s`}</span>}
        </span>
      </button>
      <output>{text}</output>
    </div>
  );
}

/**
 * Returns the seconds left since the first render or the last `start()`. It reads the clock instead of counting ticks,
 * because browsers pause timers while another app is in front.
 */
function useCountDown(seconds: number): [left: number, start: () => void] {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = left === 0;

  useEffect(() => {
    if (isOver) return;
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, [isOver]);

  const start = () => {
    setNow(Date.now());
    setEnd(Date.now() + seconds * 1000);
  };
  return [left, start];
}
