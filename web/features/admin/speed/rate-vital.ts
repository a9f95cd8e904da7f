import { SCALES, type Vital } from "#schema/vitals.ts";

export type Rating = "Good" | "Needs improvement" | "Poor";

/** As https://web.dev/articles/vitals rates the 75th percentile. */
export function rateVital(vital: Vital, p75: number): Rating {
  const { good, poor } = SCALES[vital];
  if (p75 <= good) return "Good";
  return p75 <= poor ? "Needs improvement" : "Poor";
}

const inSeconds = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 2 });
const inMilliseconds = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const asScore = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });

/** "1.2 s", "90 ms", "0.05", "15.0 s or more". */
export function formatVital(vital: Vital, p75: number): string {
  const isOpen = p75 >= SCALES[vital].bounds.at(-1)!;
  return textOf(vital, p75) + (isOpen ? " or more" : "");
}

function textOf(vital: Vital, p75: number): string {
  if (vital === "CLS") return asScore.format(p75);
  return Math.round(p75) < 1000 ? `${inMilliseconds.format(p75)} ms` : `${inSeconds.format(p75 / 1000)} s`;
}
