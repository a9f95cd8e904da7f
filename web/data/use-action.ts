import { useEffect, useRef } from "react";
import { type FetcherSubmitOptions, type SubmitTarget, useFetcher } from "react-router";
import { CALL_NAME_FIELD, type Calls, type Result } from "./screen-data.ts";

/**
 * Returns a function that runs one call of the screen's action. It resolves after the screen has reloaded its data. The
 * component must survive the call: use it in a list, not in the row that the call deletes.
 * @throws ApiError if the server refuses.
 */
export function useAction<C extends Calls, Name extends keyof C & string>(name: Name) {
  type Answer = Awaited<ReturnType<C[Name]>>;
  const { state, data, submit } = useFetcher<Result<Answer>>();
  const waiting = useRef<PromiseWithResolvers<Answer>>(undefined);
  const before = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    if (state !== "idle" || !data) return;
    if (data.error) waiting.current?.reject(data.error);
    else waiting.current?.resolve(data.value);
    waiting.current = undefined;
  }, [state, data]);

  function run(input: Parameters<C[Name]>[0]): Promise<Answer> {
    waiting.current = Promise.withResolvers<Answer>();
    void submit(...submission(name, input));
    return waiting.current.promise;
  }

  // Runs calls one after the other: a fetcher cancels the current submission when it gets a new one.
  return (input: Parameters<C[Name]>[0]): Promise<Answer> => {
    const result = before.current.then(() => run(input));
    before.current = result.catch(() => {});
    return result;
  };
}

function submission(name: string, input: unknown): [SubmitTarget, FetcherSubmitOptions] {
  if (!(input instanceof FormData))
    return [{ name, input } as SubmitTarget, { method: "post", encType: "application/json" }];
  input.set(CALL_NAME_FIELD, name);
  return [input, { method: "post", encType: "multipart/form-data" }];
}
