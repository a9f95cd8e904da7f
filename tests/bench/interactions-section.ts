import type { InteractionFigures } from "./interactions.ts";
import { table } from "./table.ts";

/** Medians. */
const BEFORE: Record<string, number> = {};

export function interactionsSection(figures: InteractionFigures[]): string[] {
  return [
    "## Interactions",
    "Milliseconds in Chromium as a phone: a processor four times slower, and for the rows about editors, pages and the way back a network with 150 ms and 1.6 Mbit/s. A tap takes 90 ms, which are part of the time. “Before” is commit e6932def, on the machine that ran it on 26 November 2026 together with the later code. The longest task counts from 50 ms, from the end of the page's loading on.",
    table(["what", "at most", "before", "median", "longest", "longest task"], figures, (row) => [
      row.what,
      row.aimMs,
      BEFORE[row.what] ?? "",
      Math.round(row.medianMs),
      Math.round(row.longestMs),
      Math.round(row.longestTaskMs) || "",
    ]),
  ];
}
