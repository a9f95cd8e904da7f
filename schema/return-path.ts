import { parseNextPath } from "./paths.ts";

/** Screens that are on the way to signing in, and nothing to come back to. */
const SIGN_IN_SCREENS = /^\/(?:login|signup|google-login|password|request-password-reset)(?![^/?#])/;

const MAX_RETURN_PATH_LENGTH = 500;

/** A path of this origin to come back to after a log-in; empty where `value` is none. */
export function parseReturnPath(value: unknown): string | undefined {
  const path = typeof value === "string" && value.length <= MAX_RETURN_PATH_LENGTH ? parseNextPath(value) : undefined;
  return path && !SIGN_IN_SCREENS.test(path) ? path : undefined;
}

/**
 * The place as a mailed link carries it: in letters that nobody reads as words. A person who signs up with a
 * stranger's address must not be able to write to them.
 */
export const encodeReturnPath = (place: string | undefined) =>
  place && btoa(place).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The place that an address names in `next`: packed or as it is. */
export function readReturnPath(next: string | null): string | undefined {
  if (next === null || next.startsWith("/")) return parseReturnPath(next);
  try {
    return parseReturnPath(atob(next.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return undefined;
  }
}
