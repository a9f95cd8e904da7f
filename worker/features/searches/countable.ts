import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import { normalizeLine } from "#schema/values/text.ts";
import { fold } from "../../names/keys.ts";
import { wordsOf } from "../search/words.ts";

const MAX_TYPED = 1000;
const MAX_LENGTH = 100;
/** Phone numbers, cards and accounts have at least so many. */
const NUMBER_DIGITS = 7;
/** Passwords, keys and tokens have at least so many characters. */
const KEY_LENGTH = 16;

/** Returns a search as it is counted. Undefined if it has no words, or if it may be about a person. */
export function countable(typed: string): { q: string; words: string } | undefined {
  const line = normalizeLine(typed.slice(0, MAX_TYPED));
  if (isPrivate(line)) return undefined;
  const q = Array.from(line).slice(0, MAX_LENGTH).join("");
  const words = wordsOf(q).join(" ");
  return words === "" ? undefined : { q, words };
}

/** People paste email addresses, links, numbers and keys by mistake. Other forms of a sign, such as “＠”, fold into it. */
function isPrivate(text: string): boolean {
  const plain = fold(text);
  return /@|%40|:\/\//.test(plain) || (plain.match(/\p{Nd}/gu)?.length ?? 0) >= NUMBER_DIGITS || hasKey(plain);
}

const hasKey = (text: string) =>
  text.split(" ").some((word) => word.length >= KEY_LENGTH && /\p{L}/u.test(word) && /\p{Nd}/u.test(word));

/** Returns the Monday of the week in UTC: `2026-11-23`. */
export function weekOf(time: number): string {
  const daysSinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return isoDay(time - daysSinceMonday * DAY_MS);
}
