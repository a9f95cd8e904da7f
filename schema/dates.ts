import { lazily } from "./lazily.ts";
// Short month names differ between versions of ICU, and the Worker and the browser must render the same text.
const format = lazily(
  () => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }),
);

/** Formats Unix ms or ISO 8601 as the day in UTC: "21 November 2026". */
export const formatDate = (time: number | string) => format().format(new Date(time));

const DAY_MS = 86_400_000;
/** In days. */
const YEAR = 365.25;

/** The first millisecond of the day in UTC. */
export const dayOf = (time: number) => time - (time % DAY_MS);

/** The age in words, counted in days of UTC: "3 weeks ago". A time in the future is "today". */
export function ageInWords(time: number, now: number): string {
  const days = (dayOf(now) - dayOf(time)) / DAY_MS;
  if (days < 1) return "today";
  if (days < 2) return "yesterday";
  if (days < 14) return `${days} days ago`;
  if (days < 63) return `${Math.floor(days / 7)} weeks ago`;
  if (days < 2 * YEAR) return `${Math.floor((days / YEAR) * 12)} months ago`;
  return `${Math.floor(days / YEAR)} years ago`;
}
