import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, get } from "./api.ts";
import { onceOnline } from "./offline.ts";

type State<T> = { path: string; attempt: number; answer?: T | undefined; error?: ApiError };

/** What a GET call answers, for screens that say themselves that it is loading or has failed. */
export function useAnswer<T>(path: string) {
  const [state, setState] = useState<State<T>>({ path: "", attempt: 0 });
  const [attempt, setAttempt] = useState(0);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const request = new AbortController();
    onceOnline(() => get<T>(path, request.signal), request.signal).then(
      (answer) => setState({ path, attempt, answer }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) return;
        setState((before) => ({ path, attempt, answer: before.answer, error }));
        // The session has ended, and the guard of the screen knows where to go.
        if (error.status === 401) void revalidate();
      },
    );
    return () => request.abort();
  }, [path, attempt, revalidate]);

  return {
    /** The last one that arrived, also while the next is on its way. */
    answer: state.answer,
    error: state.error,
    isLoading: state.path !== path || state.attempt !== attempt,
    reload: () => setAttempt((count) => count + 1),
    /** What is known of the answer after a change, without asking again. */
    change: (to: (answer: T) => T) =>
      setState((before) => (before.answer === undefined ? before : { ...before, answer: to(before.answer) })),
  };
}
