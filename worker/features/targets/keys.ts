import { hostOf } from "#schema/links.ts";
import { fold } from "../../names/keys.ts";
import { slugify } from "../../names/slugs.ts";

/** Endings that people add to a product's name or leave out. */
const NAME_ENDING = /(?<=.)\.(?:com|org|net|io|co|ai|app|dev|so|me|us|tv|xyz|cloud)$/;

/** Without scheme, `www.` and closing slash, folded: what people type for an address. */
export const bareAddress = (text: string) =>
  fold(text)
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/+$/, "");

/**
 * Equal for the spellings of one product: "Slack", "slack ", "Slack.com" and "https://slack.com/". Links do not count:
 * different products of one maker are often given his home page.
 */
export function targetKey(name: string): string {
  const key = bareAddress(name).replaceAll(" ", "").replace(NAME_ENDING, "");
  return key || fold(name);
}

/** A name for people: a pasted address becomes its host. */
export const targetName = (name: string) => name.trim().replace(/^https?:\/\/(?:www\.)?([^/]+).*$/i, "$1");

export const targetSlug = (name: string, link: string) =>
  slugify(targetName(name)) || slugify(hostOf(link)) || "product";
