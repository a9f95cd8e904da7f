import type { Article } from "#schema/document.ts";
import { hostOf } from "#schema/links.ts";
import { toData } from "../documents/read.ts";
import { webUrl } from "../documents/urls.ts";

/** What a listing says, as far as it can be an advertisement for something else. */
export type Listing = {
  name: string;
  link: string;
  description: string;
  alternatives: { name: string; link: string }[];
  article: Article;
};

/** They hide where a link leads, from staff and from visitors, and it may lead elsewhere tomorrow. */
const HIDING_HOSTS: ReadonlySet<string> = new Set(
  "adf.ly bit.ly bitly.com buff.ly cutt.ly goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly shorturl.at t.co t.ly tiny.cc tinyurl.com v.gd".split(
    " ",
  ),
);

// Links to the site itself and to what it replaces are what an article is for, and count as none. The limits let pass
// what real articles do: a long one has many links, but many words around them.
const FREE_LINKS = 8;
const WORDS_A_LINK = 12;
const SAME_HOST_MAX = 8;
const WORDS_A_SAME_HOST = 25;

const ADDRESS = /\bhttps?:\/\/\S+|\bwww\.\S+/gi;

/** Why a listing looks like spam, each reason for staff to read; none where it does not. */
export function spamReasons({ name, link, description, alternatives, article }: Listing): string[] {
  const text = textAndLinks(article);
  const own = new Set([link, ...alternatives.map((alternative) => alternative.link)].map(hostOf));
  const hosts = text.links.map((url) => url.hostname.replace(/^www\./, ""));
  const foreign = hosts.filter((host) => !own.has(host));
  const hiding = [...new Set([...own, ...foreign])].filter((host) => HIDING_HOSTS.has(host));
  const [commonest = "", ...repeated] = mostFrequent(foreign);

  const reasons: string[] = [];
  if (hiding.length > 0) reasons.push(`links that hide where they lead: ${hiding.join(", ")}`);
  if (`${name} ${description}`.match(ADDRESS)) reasons.push("an address in the name or description");
  if (foreign.length > FREE_LINKS && text.words < foreign.length * WORDS_A_LINK)
    reasons.push(`${foreign.length} links to elsewhere among ${text.words} words`);
  if (repeated.length >= SAME_HOST_MAX && text.words < (repeated.length + 1) * WORDS_A_SAME_HOST)
    reasons.push(`${repeated.length + 1} links to ${commonest} among ${text.words} words`);
  return reasons;
}

/** The commonest value, as often as it occurs. */
function mostFrequent(values: string[]): string[] {
  const groups = [...Map.groupBy(values, (value) => value).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

type TextAndLinks = { links: URL[]; words: number };

/** Fields of blocks and markup that hold what is read; `items` and `rows` hold more of them. */
const SHOWN = ["title", "description", "message", "content", "caption", "items", "rows", "children"];

function textAndLinks(article: Article): TextAndLinks {
  const found: TextAndLinks = { links: [], words: 0 };
  collect(article.blocks, found);
  return found;
}

function collect(node: unknown, found: TextAndLinks): void {
  if (typeof node === "string") {
    found.words += node.match(/\S+/g)?.length ?? 0;
    // An address that is written out is copied into the address bar.
    for (const [address] of node.matchAll(ADDRESS)) addLink(address.replace(/^www\./i, "https://$&"), found);
  } else if (Array.isArray(node)) {
    for (const child of node) collect(child, found);
  } else {
    const { url, attributes, ...fields } = toData(node);
    addLink(url ?? toData(attributes)["href"], found);
    for (const name of SHOWN) collect(fields[name] ?? [], found);
  }
}

function addLink(address: unknown, { links }: TextAndLinks): void {
  const url = webUrl(address);
  if (url) links.push(url);
}
