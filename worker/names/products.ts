import { hostOf } from "#schema/values/links.ts";
import { fold, joined } from "./keys.ts";
import { slugify } from "./slugs.ts";

/** Endings that some owners add to the name of a product: "Slack.com". */
const NAME_ENDING = /(?<=.)\.(?:com|org|net|io|co|ai|app|dev|so|me|us|tv|xyz|cloud)$/;

/** Folds a text and removes scheme, `www.` and trailing slashes. */
export const bareUrl = (text: string) =>
  fold(text)
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/+$/, "");

/**
 * Returns the key that identifies a product. "Slack", "slack ", "Slack.com" and "https://slack.com/" have one key, and
 * so have "7-Zip" and "7zip". The link is no part of it, because owners often give a maker's home page for each of its
 * products.
 */
export function productKey(name: string): string {
  const key = joined(bareUrl(name).replaceAll(" ", "").replace(NAME_ENDING, ""));
  return key || fold(name);
}

/** Returns the name to show. A name that is a URL becomes its host. */
export const productName = (name: string) => name.trim().replace(/^https?:\/\/(?:www\.)?([^/]+).*$/i, "$1");

export const productSlug = (name: string, link: string) =>
  slugify(productName(name)) || slugify(hostOf(link)) || "product";
