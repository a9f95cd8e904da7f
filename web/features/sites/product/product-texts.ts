import { combinedTitle } from "#schema/facts/combinations.ts";
import { lazily } from "#schema/values/lazily.ts";
import type { ProductPage } from "#schema/pages/pages.ts";
import type { GuideCounts } from "#schema/sites/product-guide.ts";
import { countText, formatCount } from "../../../ui/counts.ts";
import { combinationOfQuery } from "../filters/list-href.ts";

const listed = lazily(() => new Intl.ListFormat("en-GB"));

export const titleOf = ({ name, count }: ProductPage["product"]): string =>
  count > 0 ? `${countText(count, ["alternative", "alternatives"])} to ${name}` : `Alternatives to ${name}`;

/** Of the page: the list may be a combination. */
export function pageTitleOf({ product, query }: Pick<ProductPage, "product" | "query">): string {
  const combination = combinationOfQuery(query);
  return combination ? combinedTitle(combination, `alternatives to ${product.name}`) : titleOf(product);
}

const CLAIMS: Record<keyof GuideCounts, (product: string) => [one: string, many: string]> = {
  open_source: () => ["is open source", "are open source"],
  self_hosted: () => ["runs on your own server", "run on your own server"],
  free: () => ["is free, or free to self-host", "are free, or free to self-host"],
  imports: (product) => [`imports from ${product}`, `import from ${product}`],
};

/** What listings state: "13 are open source and 2 import from Slack". "" if none states anything, and for one or two. */
export function countsText({ product, guide }: Pick<ProductPage, "product" | "guide">): string {
  if (product.count < 3) return "";
  const parts = (Object.keys(CLAIMS) as (keyof GuideCounts)[]).flatMap((name) => {
    const count = guide.counts[name];
    const [one, many] = CLAIMS[name](product.name);
    return count > 0 ? [`${formatCount(count)} ${count === 1 ? one : many}`] : [];
  });
  return listed().format(parts);
}

/** Ends the text like a sentence. */
export const asSentence = (text: string): string => (/[.!?…。]$/u.test(text) ? text : `${text}.`);
