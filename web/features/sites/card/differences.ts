import { pricingText } from "#schema/facts/fact-texts.ts";
import type { Facts } from "#schema/facts/facts.ts";

/** A product, with the facts of its own listing if it has one. */
export type ProductFacts = { name: string; slug: string; facts?: Facts | undefined };

/**
 * What a site offers and the product does not, the most important first. Lists name some platforms of a product, so that one
 * is missing says nothing.
 */
export function differencesFrom({ name, facts: product }: ProductFacts, facts: Facts): string[] {
  if (!product) return [];
  const isClosed = product.open_source === false || product.licences?.join() === "Proprietary";
  const isPaid = product.pricing === "paid" || product.pricing === "one_time";
  return [
    facts.open_source && isClosed && `Open source; ${name} is not`,
    facts.hosting?.includes("self_hosted") &&
      isClosed &&
      product.hosting?.join() === "cloud" &&
      `Runs on your own server; ${name} does not`,
    facts.pricing === "free" && isPaid && `${pricingText("free", facts.hosting)}; ${name} has a price`,
  ].filter((text) => typeof text === "string");
}
