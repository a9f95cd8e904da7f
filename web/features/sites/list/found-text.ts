import { lazily } from "#schema/values/lazily.ts";
import type { ListQuery } from "#schema/pages/pages.ts";
import type { CardPage } from "#schema/sites/sites.ts";
import { countText, formatCount } from "../../../ui/counts.ts";

const list = lazily(() => new Intl.ListFormat("en-GB"));
const either = lazily(() => new Intl.ListFormat("en-GB", { type: "disjunction" }));

/**
 * Says how many sites a list has. Wishes only change the order, so an exact match may not meet them. `total`: how many the
 * list would have without filters.
 */
export function foundText({ q, sort }: Pick<ListQuery, "q" | "sort">, sites: CardPage, total?: number): string {
  const { count, count_capped, corrected_query, understood, page, pages, exact_count = count } = sites;
  const close = count - exact_count;
  const { product, wishes } = exact_count > 0 && understood ? understood : { product: null, wishes: [] };
  const left = product && (product.without !== null || wishes.length > 0) ? product.name : null;
  const unmet = wishes.flatMap((wish) => wish.unmet ?? []);
  const met = wishes.filter((wish) => wish.unmet === undefined);
  const first = sort === null ? met.map(({ label }) => `“${label}”`) : [];
  const pageText = pages > 1 && page <= pages ? `, page ${page} of ${pages}` : "";
  const [one, many] = close > 0 ? (["exact match", "exact matches"] as const) : (["site", "sites"] as const);
  if (total !== undefined && q === "" && count > 0)
    return `${formatCount(count)}${count_capped ? "+" : ""} of ${countText(total, ["site", "sites"])}${pageText}`;
  if (understood?.unreplaced) {
    const near = count > 0 && `; ${countText(count, ["close result", "close results"], count_capped)}${pageText}`;
    return `No alternative to ${understood.unreplaced} is listed yet${near || ""}`;
  }
  return [
    countText(
      exact_count,
      left ? [`alternative to ${left}`, `alternatives to ${left}`] : [one, many],
      close === 0 && count_capped,
    ),
    close > 0 && `, ${countText(close, ["close result", "close results"], count_capped)}`,
    q && !corrected_query && !left && first.length + unmet.length === 0 && ` for “${q}”`,
    pageText,
    unmet.length > 0 && `; none states that it ${either().format(unmet)}`,
    first.length > 0 && `; those that match ${list().format(first)} come first`,
  ]
    .filter((part) => part)
    .join("");
}
