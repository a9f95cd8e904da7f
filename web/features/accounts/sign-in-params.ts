import { withQuery } from "#schema/pages/paths.ts";
import { readReturnPath, parseReturnPath } from "#schema/pages/return-path.ts";

/**
 * What one sign-in screen passes to the next: the email address, the path to return to (`next`), and whether the person
 * has just signed up.
 */
type SignInParams = { email?: string; next?: string; isNew?: true };

/** Reads the history's state and the URL's query. For `next`, the query takes precedence. */
export function readSignInParams(state: unknown, search: URLSearchParams): SignInParams {
  const { email, next, isNew } = (state ?? {}) as Record<string, unknown>;
  const path = readReturnPath(search.get("next")) ?? parseReturnPath(next);
  return { ...(typeof email === "string" && { email }), ...(path && { next: path }), ...(isNew === true && { isNew }) };
}

export const withNext = (path: string, next: string | undefined) => withQuery(path, { next });
