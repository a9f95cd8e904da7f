import { lazily } from "#schema/values/lazily.ts";
import { MAX_FACET_COUNT } from "#schema/sites/sites.ts";

const format = lazily(() => new Intl.NumberFormat("en-GB"));

export const formatCount = (count: number) => format().format(count);

/** A number beside a filter: "7", "200+". */
export const facetText = (count: number) => `${formatCount(count)}${count >= MAX_FACET_COUNT ? "+" : ""}`;

/** "1 site", "5,077 sites", "600+ sites". */
export function countText(count: number, [one, many]: [one: string, many: string], isCapped = false): string {
  return `${formatCount(count)}${isCapped ? "+" : ""} ${count === 1 ? one : many}`;
}
