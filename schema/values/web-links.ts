import { removeUnneededInvisible } from "./invisible-characters.ts";
import { parseUrl } from "./links.ts";
import { hostProblem, IPV4 } from "./public-host.ts";
import { withoutTracking } from "./tracking.ts";
import { MAX_URL_LENGTH } from "./urls.ts";

export const INVALID_LINK = "Please enter a valid URL.";
const HAS_USER_NAME = "A name or a password before the “@” can deceive. Please enter the address without it.";
const ONLY_NUMBERS = "Please enter an address with a name, such as https://example.com/.";

/**
 * Returns the link to store: complete, without tracking parameters, invisible characters and what people copy or type
 * beside a link. Text that `linkProblem` refuses is only trimmed.
 */
export function cleanLink(typed: string): string {
  const link = mend(typed);
  return problemOf(link) === undefined ? link : typed.trim();
}

/** Returns why a typed text is no link to a public website. */
export const linkProblem = (typed: string): string | undefined => problemOf(mend(typed));

function problemOf(link: string): string | undefined {
  // The URL parser ignores some control characters, which could hide a scheme or a host.
  const url = link.length <= MAX_URL_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(link) ? parseUrl(link) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return INVALID_LINK;
  const [, authority] = /^\w+:\/\/([^/?#\\]+)/.exec(link) ?? [];
  // The parser reads "https:///slack.com" as "https://slack.com".
  if (authority === undefined) return INVALID_LINK;
  // "https://slack.com@evil.example/" leads to evil.example.
  if (authority.includes("@")) return HAS_USER_NAME;
  const host = url.hostname.replace(/\.$/, "");
  if (host.startsWith("[")) return ONLY_NUMBERS;
  // The parser reads "1.2" as 1.0.0.2.
  return hostProblem(host) ?? (IPV4.test(host) && !authority.startsWith(host) ? ONLY_NUMBERS : undefined);
}

/** Schemes with the usual mistakes: `https//`, `ttps:/`, `https:\\`, `https://https://`, `https://www.http://`. */
const SCHEMES = String.raw`(?:(?:www\.)?h*t{1,3}p{1,2}(s*)(?:[\s:;.]*[/\\]+\s*|[:;]\s*))+|[/\\]{2,}`;
const PARTS = new RegExp(String.raw`^(${SCHEMES}|)([^/?#\\]*)([/?#\\]?)`, "i");

/** A host with a dot and a top-level domain of letters, or one that has a problem of its own. */
const BARE_HOST = /^(?:[^\s:@.]+(?:\.[^\s:@.]+)*\.\p{L}[\p{L}\p{M}\p{N}-]+\.?|localhost|\d+\.\d+\.\d+\.\d+)(?::\d+)?$/u;

const OPENING = /^[\s<>([{"'“”„‘’«»‹›「『《【（［＜]+/;
const PUNCTUATION = /[\s,;"'“”„‘’«»‹›<>、，。；：！？》＞]/;
const AFTER_HOST = /[.:!?]/;
const AFTER_PUNCTUATION = /^[)\]}>"'”’»,;][.!?]$/;
const BRACKETS = ["()", "[]", "{}", "（）", "［］", "「」", "『』", "【】"];

function mend(typed: string): string {
  if (typed.length > 2 * MAX_URL_LENGTH) return typed;
  const text = removeUnneededInvisible(typed).replaceAll("\u2800", "").trim();
  const link = text.replace(OPENING, "");
  const [whole = "", schemes = "", secure, host = "", delimiter = ""] = PARTS.exec(toHalfWidth(link)) ?? [];
  const authority = withoutEnd(host.trim(), true);
  if (!schemes && !BARE_HOST.test(authority)) return text;
  const scheme = secure === "" ? "http" : "https";
  const rest = withoutEnd(delimiter.replace("\\", "/") + link.slice(whole.length), false).replace(/\p{Zs}/gu, "%20");
  return `${scheme}://${authority}${withoutTracking(rest)}`;
}

/** Full-width forms, and dots of Chinese and Japanese. The length stays. */
const toHalfWidth = (text: string) =>
  text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff61]/g, ".");

/** Cuts the punctuation of the sentence around a link. A closing bracket stays if the link opens it. */
function withoutEnd(part: string, isHost: boolean): string {
  const count = (sign: string) => part.split(sign).length;
  const unopened = new Map(BRACKETS.map(([opening = "", closing = ""]) => [closing, count(closing) - count(opening)]));
  let text = part;
  for (;;) {
    const last = text.at(-1) ?? "";
    const surplus = unopened.get(last);
    const isLoose =
      surplus === undefined
        ? PUNCTUATION.test(last) || (isHost && AFTER_HOST.test(last)) || AFTER_PUNCTUATION.test(text.slice(-2))
        : surplus > 0;
    if (!isLoose) return text;
    if (surplus !== undefined) unopened.set(last, surplus - 1);
    text = text.slice(0, -1);
  }
}
