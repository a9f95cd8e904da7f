import { withQuery } from "#schema/paths.ts";
import { readReturnPath, parseReturnPath } from "#schema/return-path.ts";

/** What one screen of signing in hands to the next, in the browser's history. */
type SignInParams = { email?: string; next?: string };

export function readSignInParams(state: unknown, search: URLSearchParams): SignInParams {
  const { email, next } = (state ?? {}) as Record<string, unknown>;
  const path = readReturnPath(search.get("next")) ?? parseReturnPath(next);
  return { ...(typeof email === "string" && { email }), ...(path && { next: path }) };
}

/** `path`, to be left for `next` once somebody has signed in there. */
export const withNext = (path: string, next: string | undefined) => withQuery(path, { next });
