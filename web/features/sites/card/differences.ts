import { factText } from "#schema/facts/fact-texts.ts";
import type { Facts } from "#schema/facts/facts.ts";

/** A product, with the facts of its own listing if it has one. */
export type ProductFacts = { name: string; slug: string; facts?: Facts | undefined };

/** What a site offers and the product states that it does not, the most important first. */
export function differencesFrom({ name, facts: product }: ProductFacts, facts: Facts): string[] {
  if (!product) return [];
  const isClosed = product.open_source === false || product.licences?.join() === "Proprietary";
  const ownServer = (of: Facts) => of.hosting?.includes("self_hosted");
  const platform = product.platforms && facts.platforms?.find((one) => !product.platforms!.includes(one));
  return [
    facts.open_source && isClosed && `Open source; ${name} is not`,
    ownServer(facts) && ownServer(product) === false && `Runs on your own server; ${name} does not`,
    facts.pricing === "free" && product.pricing && product.pricing !== "free" && `Free; ${name} has a price`,
    platform && `Runs on ${factText("platforms", [platform])}; ${name} does not`,
  ].filter((text) => typeof text === "string");
}
