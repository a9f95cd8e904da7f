import { useEffect, useRef } from "react";
import {
  type ActionFunctionArgs,
  data as withStatus,
  type FetcherSubmitOptions,
  type SubmitTarget,
  useFetcher,
} from "react-router";
import { outcomeOf, type Outcome } from "./screen-data.ts";

/** What a screen's action can do, by name. JSON, or a form with a file in it, is given, and JSON answered. */
type Calls = Record<string, (input: never, args: ActionFunctionArgs) => Promise<unknown>>;

/** The action of a screen, for `useAction`. */
export function actionOf<C extends Calls>(calls: C) {
  return async (args: ActionFunctionArgs) => {
    const { name, input } = (await given(args.request)) as { name: keyof C; input: Parameters<C[keyof C]>[0] };
    const outcome = await outcomeOf(() => calls[name]!(input, args));
    // With such a status the router does not load again what has not changed.
    return withStatus(outcome, { status: outcome.error ? 400 : 200 });
  };
}

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
    void submit(...toSubmit(name, input));
    return waiting.current.promise;
  };
}

/** The field of a form that says which call it is for. */
const NAME = "__call";

function toSubmit(name: string, input: unknown): [SubmitTarget, FetcherSubmitOptions] {
  if (!(input instanceof FormData))
    return [{ name, input } as SubmitTarget, { method: "post", encType: "application/json" }];
  input.set(NAME, name);
  return [input, { method: "post", encType: "multipart/form-data" }];
}

async function given(request: Request): Promise<unknown> {
  if (request.headers.get("content-type") === "application/json") return request.json();
  const input = await request.formData();
  const name = input.get(NAME);
  input.delete(NAME);
  return { name, input };
}
