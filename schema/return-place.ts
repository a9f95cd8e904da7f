import { nextPath } from "./paths.ts";

/** Screens that are on the way to signing in, and nothing to come back to. */
const ON_THE_WAY = /^\/(?:login|signup|google-login|password|request-password-reset)(?![^/?#])/;

const PLACE_MAX = 500;

/** A path of this origin to come back to after a log-in; empty where `value` is none. */
export function placeToReturn(value: unknown): string | undefined {
  const path = typeof value === "string" && value.length <= PLACE_MAX ? nextPath(value) : undefined;
  return path && !ON_THE_WAY.test(path) ? path : undefined;
}

/**
 * The place as a mailed link carries it: in letters that nobody reads as words. A person who signs up with a
 * stranger's address must not be able to write to them.
 */
export const packPlace = (place: string | undefined) =>
  place && btoa(place).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The place that an address names in `next`: packed or as it is. */
export function placeIn(next: string | null): string | undefined {
  if (next === null || next.startsWith("/")) return placeToReturn(next);
  try {
    return placeToReturn(atob(next.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return undefined;
  }
}
