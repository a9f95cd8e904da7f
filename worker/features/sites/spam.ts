import type { Article } from "#schema/document.ts";
import { hostOf } from "#schema/links.ts";
import { hasMixedScriptWord } from "#schema/mixed-scripts.ts";
import { asObject } from "#schema/read-document.ts";
import { parseWebUrl } from "#schema/urls.ts";

/** What a listing says, as far as it can be an advertisement for something else. */
export type Listing = {
  name: string;
  link: string;
  description: string;
  alternatives: { name: string; link: string }[];
  article: Article;
};

/**
 * Shorteners: they hide where a link leads, from staff and from visitors, and it may lead elsewhere tomorrow. Their own
 * home pages hide nothing.
 */
const SHORTENERS: ReadonlySet<string> = new Set(
  "adf.ly bit.ly bitly.com buff.ly cutt.ly goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly shorturl.at t.co t.ly tiny.cc tinyurl.com v.gd".split(
    " ",
  ),
);

// Real articles have many links, but many words around them: of 57 that we looked at, these let all pass but those that
// are nothing else than lists of links.
const LINKS_FREE = 8;
const WORDS_A_LINK = 12;
const WORDS_A_LINK_TO_ONE_HOST = 25;
const LINKED_PART_MAX = 0.5;

const ADDRESS = /\bhttps?:\/\/\S+|\bwww\.\S+/gi;

/**
 * Why a listing looks like spam, each reason for staff to read; none where it does not. Links to the site itself and to
 * what it replaces are what an article is for: they count only where they are most of its words.
 */
export function spamReasons({ name, link, description, alternatives, article }: Listing): string[] {
  const given = [link, ...alternatives.map((alternative) => alternative.link)];
  const { links, words, linkedWords } = read(article);
  const ownHosts = new Set(given.map(hostOf));
  const foreign = links.map(hostOf).filter((host) => !ownHosts.has(host));
  const toOneHost = mostFrequent(foreign);
  const shortened = [...given, ...links].filter((url) => SHORTENERS.has(hostOf(url)) && new URL(url).pathname !== "/");
  const isTooMany = (count: number, wordsALink: number) => count > LINKS_FREE && words < count * wordsALink;

  const reasons: string[] = [];
  if (shortened.length > 0) reasons.push(`shortened links (${[...new Set(shortened.map(hostOf))].join(", ")})`);
  if (`${name} ${description}`.match(ADDRESS)) reasons.push("an address in the name or description");
  if (links.length > LINKS_FREE && linkedWords > words * LINKED_PART_MAX)
    reasons.push(`${links.length} links hold ${linkedWords} of ${words} words`);
  if (isTooMany(foreign.length, WORDS_A_LINK))
    reasons.push(`${foreign.length} links to elsewhere among ${words} words`);
  if (isTooMany(toOneHost.length, WORDS_A_LINK_TO_ONE_HOST))
    reasons.push(`${toOneHost.length} links to ${toOneHost[0]} among ${words} words`);
  return reasons;
}

/** Names that look like others by letters of another alphabet: "pаypal" with a Cyrillic а. */
export function mixedScriptReasons({ name, alternatives }: Pick<Listing, "name" | "alternatives">): string[] {
  const mixed = [name, ...alternatives.map((alternative) => alternative.name)].filter(hasMixedScriptWord);
  return mixed.length > 0 ? [`letters of several alphabets in one word (${[...new Set(mixed)].join(", ")})`] : [];
}

/** The commonest value, as often as it occurs. */
const mostFrequent = (values: string[]): string[] =>
  [...Map.groupBy(values, (value) => value).values()].toSorted((a, b) => b.length - a.length)[0] ?? [];

type Reading = { links: string[]; words: number; linkedWords: number };

/** Fields of blocks, list items and markup that hold what is read. */
const SHOWN_FIELDS = ["title", "description", "message", "content", "caption", "items", "rows", "children"];

function read(article: Article): Reading {
  const reading: Reading = { links: [], words: 0, linkedWords: 0 };
  collect(article.blocks, reading, false);
  return reading;
}

function collect(node: unknown, reading: Reading, isLinked: boolean): void {
  if (typeof node === "string") {
    const words = node.match(/\S+/g)?.length ?? 0;
    // Addresses that are written out are links to whoever copies them.
    const addresses = isLinked ? [] : (node.match(ADDRESS) ?? []);
    for (const address of addresses) addLink(address.replace(/^www\./i, "https://www."), reading);
    reading.words += words;
    reading.linkedWords += isLinked ? words : addresses.length;
  } else if (Array.isArray(node)) {
    for (const child of node) collect(child, reading, isLinked);
  } else {
    // Of blocks, only link cards and attachments have a `url`.
    const { url, attributes, ...fields } = asObject(node);
    const isLink = addLink(url ?? asObject(attributes)["href"], reading);
    for (const name of SHOWN_FIELDS) collect(fields[name] ?? [], reading, isLinked || isLink);
  }
}

function addLink(address: unknown, { links }: Reading): boolean {
  const url = parseWebUrl(address);
  if (url) links.push(url.href);
  return url !== undefined;
}
