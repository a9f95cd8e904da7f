import type { Finding } from "#schema/admin.ts";
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
 * Returns why a listing looks like spam. Links to the site itself and to its alternatives are expected, so they do not
 * count as links to other hosts.
 */
export function findSpam(listing: Listing): Finding[] {
  const { name, link, description, alternatives, article, screenshotTexts, facts = {}, fact_sources = {} } = listing;
  const given = [link, ...alternatives.map((alternative) => alternative.link)];
  const { links, words, linkedWords } = read(article);
  const ownHosts = new Set(given.map(hostOf));
  const foreign = links.filter(({ url }) => !ownHosts.has(hostOf(url)));
  const [host, toOneHost = []] = mostLinked(foreign);
  const stated = readFacts(facts);
  const sources = Object.values(fact_sources).filter((source) => source !== undefined);
  const elsewhere = [...given, ...stated.links, ...sources, ...alternatives.flatMap(linkOfPair)];
  const shortened = [...links, ...elsewhere.map((url) => ({ url, shown: url }))].filter(
    ({ url }) => SHORTENERS.has(hostOf(url)) && new URL(url).pathname !== "/",
  );
  const shorteners = [...new Set(shortened.map(({ url }) => hostOf(url)))];
  const isTooMany = (count: number, wordsPerLink: number) => count > LINKS_ALLOWED && words < count * wordsPerLink;

  const findings: Finding[] = [];
  const add = (reason: string, found: string[]) => findings.push({ reason, found: [...new Set(found)] });
  const addUrls = (place: string, texts: string[]) => {
    const urls = texts.flatMap((text) => text.match(WRITTEN_URL) ?? []);
    if (urls.length > 0) add(`a URL in ${place}`, urls);
  };
  if (shortened.length > 0) add(`shortened links (${shorteners.join(", ")})`, shortened.map(shownIn));
  addUrls("the name or description", [name, description]);
  addUrls("the texts of a screenshot", screenshotTexts);
  addUrls("the facts", stated.texts);
  addUrls("how it replaces a product", alternatives.flatMap(textsOfPair));
  if (links.length > LINKS_ALLOWED && linkedWords > words * LINKED_PART_MAX)
    add(`${linkedWords} of ${words} words are inside ${links.length} links`, links.map(shownIn));
  if (isTooMany(foreign.length, WORDS_PER_LINK))
    add(`${foreign.length} links to other hosts in ${words} words`, foreign.map(shownIn));
  if (isTooMany(toOneHost.length, WORDS_PER_LINK_TO_ONE_HOST))
    add(`${toOneHost.length} links to ${host} in ${words} words`, toOneHost.map(shownIn));
  return findings;
}

/** The facts that owners write freely, and those that are links. */
function readFacts(facts: Facts): { texts: string[]; links: string[] } {
  const valuesOf = (kind: "texts" | "link") =>
    FACT_NAMES.filter((name) => factOf(name).kind === kind).flatMap((name) => (facts[name] ?? []) as string | string[]);
  return { texts: valuesOf("texts"), links: valuesOf("link") };
}

const textsOfPair = ({ lacks = [], adds = [], moving }: Pair) => [...lacks, ...adds, moving?.text ?? ""];
const linkOfPair = ({ moving }: Pair) => (moving?.link ? [moving.link] : []);

/** A word of a name that mixes alphabets, as "pаypal" with a Cyrillic а. */
export function findMixedScripts({ name, alternatives }: Pick<Listing, "name" | "alternatives">): Finding[] {
  const names = [name, ...alternatives.map((alternative) => alternative.name)];
  const found = [...new Set(names.filter(hasMixedScriptWord))];
  return found.length > 0 ? [{ reason: `letters of several alphabets in one word (${found.join(", ")})`, found }] : [];
}

/** `shown` is how the article has it: a URL in a text may lack its scheme. */
type Link = { url: string; shown: string };
const shownIn = ({ shown }: Link) => shown;

const mostLinked = (links: Link[]): [host?: string, links?: Link[]] =>
  [...Map.groupBy(links, ({ url }) => hostOf(url))].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];

type Reading = { links: Link[]; words: number; linkedWords: number };

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
    for (const shown of urls) addLink(shown, reading);
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
function addLink(shown: unknown, { links }: Reading): boolean {
  const url = typeof shown === "string" ? parseWebUrl(shown.replace(/^www\./i, "https://www.")) : undefined;
  if (url) links.push({ url: url.href, shown: shown as string });
  return url !== undefined;
}
