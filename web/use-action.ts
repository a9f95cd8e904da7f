import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { Calls, Outcome } from "./screen-data.ts";

/**
 * Does one of the calls of the screen's action. Ends once the screen shows what its loaders bring after it.
 * @throws ApiError if the server refuses.
 */
export function useAction<C extends Calls, Name extends keyof C & string>(name: Name) {
  type Result = Awaited<ReturnType<C[Name]>>;
  const { state, data, submit } = useFetcher<Outcome<Result>>();
  const waiting = useRef<PromiseWithResolvers<Result>>(undefined);

  useEffect(() => {
    if (state !== "idle" || !data) return;
    if (data.error) waiting.current?.reject(data.error);
    else waiting.current?.resolve(data.answer);
    waiting.current = undefined;
  }, [state, data]);

  return (input: Parameters<C[Name]>[0]): Promise<Result> => {
    waiting.current = Promise.withResolvers<Result>();
    void submit({ name, input }, { method: "post", encType: "application/json" });
    return waiting.current.promise;
  };
}
