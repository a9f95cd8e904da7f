import { useRef, useState } from "react";
import { ApiError } from "../../data/api.ts";

/** Runs the call of a form's only button. A second press while it runs does nothing. */
export function usePress(call: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const running = useRef(false);
  async function press() {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, problem, press };
}
