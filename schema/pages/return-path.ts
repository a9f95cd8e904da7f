import { parseNextPath } from "./paths.ts";

/** A sign-in does not return to these screens. */
const SIGN_IN_SCREENS = /^\/(?:login|signup|google-login|password|request-password-reset)(?![^/?#])/;

const MAX_RETURN_PATH_LENGTH = 500;

/** Returns the path to open after a sign-in, or undefined if it is not a path on this origin. */
export function parseReturnPath(value: unknown): string | undefined {
  const path = typeof value === "string" && value.length <= MAX_RETURN_PATH_LENGTH ? parseNextPath(value) : undefined;
  return path && !SIGN_IN_SCREENS.test(path) ? path : undefined;
}

/**
 * Encodes the path for a link in a mail (base64url). It is unreadable, so a person who signs up with somebody else's
 * email address cannot send a message in it.
 */
export const encodeReturnPath = (path: string | undefined) =>
  path && btoa(path).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Returns the path in the query parameter `next`, encoded or plain, or undefined if it is invalid. */
export function readReturnPath(next: string | null): string | undefined {
  if (next === null || next.startsWith("/")) return parseReturnPath(next);
  try {
    return parseReturnPath(atob(next.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return undefined;
  }
}
