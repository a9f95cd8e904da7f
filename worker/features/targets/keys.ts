import { fold, hostOf, slugify } from "../sites/keys.ts";

/** Endings that people add to a product's name or leave out. */
const NAME_ENDING = /(?<=.)\.(?:com|org|net|io|co|ai|app|dev|so|me|us|tv|xyz|cloud)$/;

/** Equal for the spellings of one product: "Slack", "slack ", "Slack.com" and "https://slack.com/". */
export function targetKey(name: string): string {
  const bare = fold(name)
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/+$/, "");
  return bare.replace(/ /g, "").replace(NAME_ENDING, "");
}

/** The host, where the link is a home page: then it says which product is meant. Deeper links may be one of many. */
export function homeDomain(link: string): string | null {
  const url = new URL(link);
  return url.pathname === "/" && !url.search ? hostOf(link) : null;
}

/** A name for people: a pasted address becomes its host. */
export const targetName = (name: string) => name.trim().replace(/^https?:\/\/(?:www\.)?([^/]+).*$/i, "$1");

export const targetSlug = (name: string, link: string) =>
  slugify(targetName(name)) || slugify(hostOf(link)) || "product";
