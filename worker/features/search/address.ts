import { hostOf } from "#schema/values/links.ts";
import { cleanLink, linkProblem } from "#schema/values/web-links.ts";
import { linkKey, pageKey } from "../../names/keys.ts";
import { productKey } from "../../names/products.ts";

/** A web address that somebody searches for. */
export type Address = {
  /** The page and those above it, as `pageKey` writes them, the nearest one first. */
  pages: string[];
  /** Its host and those above it. None if other makers have pages there, too. */
  hosts: string[];
  /** Possible keys of its product, the best one first: names and links, as `productKey` and `linkKey` write them. */
  products: string[];
  /** The words to search for: the host, or the name of a repository. */
  words: string;
  /** It is one maker's page at a host that many use. */
  isShared: boolean;
};

const CODE_HOSTS = new Set(["github.com", "gitlab.com", "codeberg.org", "bitbucket.org"]);
const SHARED_HOSTS = new Set([
  ...CODE_HOSTS,
  ..."sourceforge.net npmjs.com pypi.org hub.docker.com play.google.com apps.apple.com itunes.apple.com f-droid.org".split(
    " ",
  ),
  ..."apps.microsoft.com flathub.org snapcraft.io chromewebstore.google.com addons.mozilla.org".split(" "),
  ..."microsoftedge.microsoft.com marketplace.visualstudio.com producthunt.com".split(" "),
]);

const WRITTEN = /(?:https?:\/\/|www\.)\S+/gi;
/** Further parts of an address would only make the query slower. */
const MAX_PARTS = 5;

/** Reads a text that is an address: "slack.com", "https://github.com/penpot/penpot". Undefined if it is another text. */
export function readAddress(text: string): Address | undefined {
  const isAddress = !/\s/.test(text.trim()) && linkProblem(text) === undefined;
  return isAddress ? toAddress(new URL(cleanLink(text))) : undefined;
}

/** Returns a text with words in place of the addresses in it. */
export const withoutAddresses = (text: string) =>
  text.replace(WRITTEN, (address) => readAddress(address)?.words ?? address);

function toAddress({ href }: URL): Address {
  const host = hostOf(href);
  const page = pageKey(href);
  const pages = page.includes("?") ? [page] : partsOf(page, "/").toReversed();
  const isShared = SHARED_HOSTS.has(host) && page !== host;
  const above = hostsAbove(host);
  const names = above.map((name) => productKey(name));
  const links = (page.includes("?") ? [page] : partsOf(linkKey(href).replace(/[?#].*$/, ""), "/").toReversed()).filter(
    (link) => link !== host,
  );
  return {
    pages: isShared ? pages.filter((part) => part !== host) : pages,
    hosts: SHARED_HOSTS.has(host) ? [] : above,
    products: isShared ? links : [...links, names[0]!, host, ...names.slice(1)],
    words: isShared ? (CODE_HOSTS.has(host) ? (page.split("/")[2] ?? "") : "") : host,
    isShared,
  };
}

/** "a/b/c" has the parts "a", "a/b" and "a/b/c". */
const partsOf = (text: string, sign: string) =>
  text
    .split(sign)
    .map((_, at, all) => all.slice(0, at + 1).join(sign))
    .slice(0, MAX_PARTS);

/** "app.slack.com" is below "slack.com". */
const hostsAbove = (host: string) => {
  const labels = host.split(".");
  return labels
    .slice(0, -1)
    .map((_, at) => labels.slice(at).join("."))
    .slice(-MAX_PARTS);
};
