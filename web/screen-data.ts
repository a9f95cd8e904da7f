import { data as withStatus, type ActionFunctionArgs, type ShouldRevalidateFunctionArgs } from "react-router";
import { ApiError, get } from "./api.ts";
import { retryWhenOnline } from "./offline.ts";

/** What a call brought: its answer, or why there is none. */
export type Result<T> = { value: T; error?: undefined } | { value?: undefined; error: ApiError };

/** What a loader gives a screen at once: a result, or the promise of one that takes longer. */
export type LoaderData<T> = { result: Result<T> | Promise<Result<T>> };

/** How long a loader waits, so that a screen on a fast network is shown complete and not first without its data. */
const DEFER_AFTER_MS = 200;

/** A refusal is a result, too: the screen stays and says so. */
export async function toResult<T>(call: () => Promise<T>): Promise<Result<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    if (error instanceof ApiError) return { error };
    throw error;
  }
}

/** For loaders: what a GET call brings, asked for again once there is a network. */
export const fetchResult = <T>(path: string, signal: AbortSignal): Promise<Result<T>> =>
  toResult(() => retryWhenOnline(() => get<T>(path, signal), signal));

/** For loaders of screens that show their frame until the data is here; shown by `<AsyncContent>`. */
export async function deferIfSlow<T>(result: Promise<Result<T>>): Promise<LoaderData<T>> {
  const patience = new Promise<undefined>((resolve) => {
    setTimeout(resolve, DEFER_AFTER_MS);
  });
  return { result: (await Promise.race([result, patience])) ?? result };
}

/** For loaders that read nothing of the address but these parameters of its query. */
export const whenQueryChanges =
  (...names: string[]) =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
    currentUrl.search === nextUrl.search
      ? defaultShouldRevalidate
      : names.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name));

/** What a screen's action can do, by name. JSON, or a form with a file in it, is given, and JSON answered. */
export type Calls = Record<string, (input: never, args: ActionFunctionArgs) => Promise<unknown>>;

/** The field of a form that names the call. */
export const CALL_NAME_FIELD = "__call";

/** The action of a screen, for `useAction`. */
export function actionOf<C extends Calls>(calls: C) {
  return async (args: ActionFunctionArgs) => {
    const { name, input } = (await readSubmission(args.request)) as { name: keyof C; input: Parameters<C[keyof C]>[0] };
    const result = await toResult(() => calls[name]!(input, args));
    // With such a status the router does not load again what has not changed.
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
