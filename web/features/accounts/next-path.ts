import { nextPath, withQuery } from "#schema/paths.ts";

/** Screens that are on the way to signing in, and nothing to come back to. */
const ON_THE_WAY = /^\/(?:login|signup|google-login|password|request-password-reset)(?![^/?#])/;

/** What one screen of signing in hands to the next, in the browser's history. */
type LoginState = { email?: string; next?: string };

export function loginState(state: unknown, search: URLSearchParams): LoginState {
  const { email, next } = (state ?? {}) as Record<string, unknown>;
  const path = placeToReturn(search.get("next")) ?? placeToReturn(next);
  return { ...(typeof email === "string" && { email }), ...(path && { next: path }) };
}

function placeToReturn(value: unknown): string | undefined {
  const path = typeof value === "string" ? nextPath(value) : undefined;
  return path && !ON_THE_WAY.test(path) ? path : undefined;
}

/** `path`, to be left for `next` once somebody has signed in there. */
export const withNext = (path: string, next: string | undefined) => withQuery(path, { next });
