import type { Article } from "#schema/articles/document.ts";
import { FACT_NAMES, factOf, type Facts, type FactSources } from "#schema/facts/facts.ts";
import { hostOf } from "#schema/values/links.ts";
import { hasMixedScriptWord } from "#schema/values/mixed-scripts.ts";
import { asObject } from "#schema/articles/read-document.ts";
import type { Pair } from "#schema/sites/sites.ts";
import { parseWebUrl } from "#schema/values/urls.ts";

export type Listing = {
  name: string;
  link: string;
  description: string;
  alternatives: ({ name: string; link: string } & Pair)[];
  facts?: Facts | undefined;
  fact_sources?: FactSources | undefined;
  article: Article;
  /** Alternative texts and captions. Empty if a save does not change them. */
  screenshotTexts: string[];
};

/** A short link hides its destination, and the destination may change later. Home pages of shorteners are allowed. */
const SHORTENERS: ReadonlySet<string> = new Set(
  "adf.ly bit.ly bitly.com buff.ly cutt.ly goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly shorturl.at t.co t.ly tiny.cc tinyurl.com v.gd".split(
    " ",
  ),
);

// An article with more than LINKS_ALLOWED links needs enough words for each link. In a check of 57 real articles, these
// limits stopped only mere lists of links.
const LINKS_ALLOWED = 8;
const WORDS_PER_LINK = 12;
const WORDS_PER_LINK_TO_ONE_HOST = 25;
const LINKED_PART_MAX = 0.5;

const WRITTEN_URL = /\bhttps?:\/\/\S+|\bwww\.\S+/gi;

/**
 * Returns the reasons why a listing looks like spam, as texts for staff. Links to the site itself and to its alternatives
 * are expected, so they do not count as links to other hosts.
 */
export function spamReasons(listing: Listing): string[] {
  const { name, link, description, alternatives, article, screenshotTexts, facts = {}, fact_sources = {} } = listing;
  const given = [link, ...alternatives.map((alternative) => alternative.link)];
  const { links, words, linkedWords } = read(article);
  const ownHosts = new Set(given.map(hostOf));
  const foreign = links.map(hostOf).filter((host) => !ownHosts.has(host));
  const toOneHost = mostFrequent(foreign);
  const stated = readFacts(facts);
  const sources = Object.values(fact_sources).filter((source) => source !== undefined);
  const shown = [...given, ...links, ...stated.links, ...sources, ...alternatives.flatMap(linkOfPair)];
  const shortened = shown.filter((url) => SHORTENERS.has(hostOf(url)) && new URL(url).pathname !== "/");
  const isTooMany = (count: number, wordsPerLink: number) => count > LINKS_ALLOWED && words < count * wordsPerLink;

  const reasons: string[] = [];
  if (shortened.length > 0) reasons.push(`shortened links (${[...new Set(shortened.map(hostOf))].join(", ")})`);
  if (`${name} ${description}`.match(WRITTEN_URL)) reasons.push("a URL in the name or description");
  if (screenshotTexts.some((text) => text.match(WRITTEN_URL))) reasons.push("a URL in the texts of a screenshot");
  if (stated.texts.some((text) => text.match(WRITTEN_URL))) reasons.push("a URL in the facts");
  if (alternatives.flatMap(textsOfPair).some((text) => text.match(WRITTEN_URL)))
    reasons.push("a URL in how it replaces a product");
  if (links.length > LINKS_ALLOWED && linkedWords > words * LINKED_PART_MAX)
    reasons.push(`${linkedWords} of ${words} words are inside ${links.length} links`);
  if (isTooMany(foreign.length, WORDS_PER_LINK))
    reasons.push(`${foreign.length} links to other hosts in ${words} words`);
  if (isTooMany(toOneHost.length, WORDS_PER_LINK_TO_ONE_HOST))
    reasons.push(`${toOneHost.length} links to ${toOneHost[0]} in ${words} words`);
  return reasons;
}

/** The facts that owners write freely, and those that are links. */
function readFacts(facts: Facts): { texts: string[]; links: string[] } {
  const valuesOf = (kind: "texts" | "link") =>
    FACT_NAMES.filter((name) => factOf(name).kind === kind).flatMap((name) => (facts[name] ?? []) as string | string[]);
  return { texts: valuesOf("texts"), links: valuesOf("link") };
}

const textsOfPair = ({ lacks = [], adds = [], moving }: Pair) => [...lacks, ...adds, moving?.text ?? ""];
const linkOfPair = ({ moving }: Pair) => (moving?.link ? [moving.link] : []);

/** Returns a reason if a word of a name mixes alphabets, as "pаypal" with a Cyrillic а. */
export function mixedScriptReasons({ name, alternatives }: Pick<Listing, "name" | "alternatives">): string[] {
  const mixed = [name, ...alternatives.map((alternative) => alternative.name)].filter(hasMixedScriptWord);
  return mixed.length > 0 ? [`letters of several alphabets in one word (${[...new Set(mixed)].join(", ")})`] : [];
}

const mostFrequent = (values: string[]): string[] =>
  [...Map.groupBy(values, (value) => value).values()].toSorted((a, b) => b.length - a.length)[0] ?? [];

type Reading = { links: string[]; words: number; linkedWords: number };

const SHOWN_FIELDS = ["title", "description", "message", "content", "caption", "items", "rows", "children"];

function read(article: Article): Reading {
  const reading: Reading = { links: [], words: 0, linkedWords: 0 };
  collect(article.blocks, reading, false);
  return reading;
}

function collect(node: unknown, reading: Reading, isLinked: boolean): void {
  if (typeof node === "string") {
    const words = node.match(/\S+/g)?.length ?? 0;
    // A URL in plain text counts as a link: readers can copy it.
    const urls = isLinked ? [] : (node.match(WRITTEN_URL) ?? []);
    for (const url of urls) addLink(url.replace(/^www\./i, "https://www."), reading);
    reading.words += words;
    reading.linkedWords += isLinked ? words : urls.length;
  } else if (Array.isArray(node)) {
    for (const child of node) collect(child, reading, isLinked);
  } else {
    // Only two kinds of block have a `url`: link cards and attachments.
    const { url, attributes, ...fields } = asObject(node);
    const isLink = addLink(url ?? asObject(attributes)["href"], reading);
    for (const name of SHOWN_FIELDS) collect(fields[name] ?? [], reading, isLinked || isLink);
  }
}

/** Returns false if the value is not a web URL. */
function addLink(value: unknown, { links }: Reading): boolean {
  const url = parseWebUrl(value);
  if (url) links.push(url.href);
  return url !== undefined;
}
