import { lazily } from "./lazily.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_SECONDS = 86_400;

// Short month names differ between versions of ICU, and the Worker and the browser must render the same text.
const format = lazily(
  () => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }),
);

/** Formats Unix ms or ISO 8601 as the day in UTC: "21 November 2026". */
export const formatDate = (time: number | string) => format().format(new Date(time));

/** In days. */
const YEAR = 365.25;

/** Unix ms as ISO 8601, the format of the JSON API. */
export const toIso = (time: number) => new Date(time).toISOString();

/** The day in UTC, `YYYY-MM-DD`. */
export const isoDay = (time: number) => toIso(time).slice(0, 10);

/** The first millisecond of the day in UTC. */
export const startOfDay = (time: number) => time - (time % DAY_MS);

/** The age in words, counted in days of UTC: "3 weeks ago". A time in the future is "today". */
export function ageInWords(time: number, now: number): string {
  const days = (startOfDay(now) - startOfDay(time)) / DAY_MS;
  if (days < 1) return "today";
  if (days < 2) return "yesterday";
  if (days < 14) return `${days} days ago`;
  if (days < 63) return `${Math.floor(days / 7)} weeks ago`;
  if (days < 2 * YEAR) return `${Math.floor((days / YEAR) * 12)} months ago`;
  return `${Math.floor(days / YEAR)} years ago`;
}
