import type { InteractionFigures } from "./interactions.ts";
import { table } from "./table.ts";

/** Medians. */
const BEFORE: Record<string, number> = {
  "search: from a letter to the found sites": 289,
  "dashboard: open a dialog": 128,
  "your sites: edit a row": 96,
  "edit a site: from the tap on its article to the open editor": 1168,
  "list a site: from the tap on “Continue” to the open editor": 1231,
  "dashboard: from the tap on “Add Blog” to the open editor": 2362,
  "a list: from the tap on a site to its page": 633,
  "a page: from “Back” to its list": 332,
};

export function interactionsSection(figures: InteractionFigures[]): string[] {
  return [
    "## Interactions",
    "Milliseconds in Chromium as a phone: a processor four times slower, and for the rows about editors, pages and the way back a network with 150 ms and 1.6 Mbit/s. In the rows “from the tap” and “from the first tap”, the 90 ms of the tap are part of the time. “Before” is commit e6932def, measured on 26 November 2026 with other data and on another machine than yours, so it only shows the order of size. The longest task counts from 50 ms, and after the page has loaded; for “Add Blog”, from the start of its document on. A bold median exceeds its aim.",
    table(["what", "aim", "before", "median", "longest", "longest task"], figures, (row) => [
      row.what,
      row.aimMs,
      BEFORE[row.what] ?? "",
      row.medianMs > row.aimMs ? `**${Math.round(row.medianMs)}**` : Math.round(row.medianMs),
      Math.round(row.longestMs),
      Math.round(row.longestTaskMs) || "",
    ]),
  ];
}
