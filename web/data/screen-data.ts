import { data as withStatus, type ActionFunctionArgs, type ShouldRevalidateFunctionArgs } from "react-router";
import { type Answer, ApiError, get, type GetOptions, type PathOf } from "./api.ts";
import { forgetKeptPages } from "../browser/kept-pages.ts";
import { retryWhenOnline } from "../browser/offline.ts";

export type Result<T> = { value: T; error?: undefined } | { value?: undefined; error: ApiError };

/** `result` is a promise if loading takes longer than `DEFER_AFTER_MS`. */
export type LoaderData<T> = { result: Result<T> | Promise<Result<T>> };

/** A loader waits this long, so that on a fast network the screen appears complete. */
const DEFER_AFTER_MS = 200;

/** Turns an ApiError into a result that the screen shows. Rethrows other errors. */
export async function toResult<T>(call: () => Promise<T>): Promise<Result<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    if (error instanceof ApiError) return { error };
    throw error;
  }
}

/** For loaders. If the browser is offline, tries again when it is online. */
export const fetchResult = <Path extends PathOf<"GET">>(
  path: Path,
  options: GetOptions<Path> & { signal: AbortSignal },
): Promise<Result<Answer<"GET", Path>>> => toResult(() => retryWhenOnline(() => get(path, options), options.signal));

/** Returns the promise itself if the result takes longer than `DEFER_AFTER_MS`. Show it with `<AsyncContent>`. */
export async function deferIfSlow<T>(result: Promise<Result<T>>): Promise<LoaderData<T>> {
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(resolve, DEFER_AFTER_MS);
  });
  return { result: (await Promise.race([result, timeout])) ?? result };
}

/** For a loader that depends only on these query parameters: other changes of the query do not reload it. */
export const whenQueryChanges =
  (...names: string[]) =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
    currentUrl.search === nextUrl.search
      ? defaultShouldRevalidate
      : names.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name));

/** Functions that change data, by name. Each takes JSON or a FormData, and returns JSON. */
export type Calls = Record<string, (input: never, args: ActionFunctionArgs) => Promise<unknown>>;

export const CALL_NAME_FIELD = "__call";

/** Makes the action of a screen. Start it with `useAction`. */
export function actionOf<C extends Calls>(calls: C) {
  return async (args: ActionFunctionArgs) => {
    const { name, input } = (await readSubmission(args.request)) as { name: keyof C; input: Parameters<C[keyof C]>[0] };
    const result = await toResult(() => calls[name]!(input, args));
    forgetKeptPages();
    // After an action with status 400, React Router does not reload the data.
    return withStatus(result, { status: result.error ? 400 : 200 });
  };
}

async function readSubmission(request: Request): Promise<unknown> {
  if (request.headers.get("content-type") === "application/json") return request.json();
  const input = await request.formData();
  const name = input.get(CALL_NAME_FIELD);
  input.delete(CALL_NAME_FIELD);
  return { name, input };
}
