import { normalizeLine } from "#schema/text.ts";
import { wordsOf } from "../search/words.ts";

const MAX_TYPED = 1000;
const MAX_LENGTH = 100;
/** Phone numbers, cards and accounts have at least so many. */
const NUMBER_DIGITS = 7;
const DAY_MS = 86_400_000;

/** Returns a search as it is counted. Undefined if it has no words, or if it may be about a person. */
export function countable(typed: string): { q: string; words: string } | undefined {
  const line = normalizeLine(typed.slice(0, MAX_TYPED));
  if (isPrivate(line)) return undefined;
  const q = Array.from(line).slice(0, MAX_LENGTH).join("");
  const words = wordsOf(q).join(" ");
  return words === "" ? undefined : { q, words };
}

/** People paste email addresses and numbers by mistake. */
const isPrivate = (text: string) => /[@＠]|%40/.test(text) || (text.match(/\p{Nd}/gu)?.length ?? 0) >= NUMBER_DIGITS;

/** Returns the Monday of the week in UTC: `2026-11-23`. */
export function weekOf(time: number): string {
  const daysSinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}
