import type { ProductPage } from "#schema/pages/pages.ts";
import { productPath } from "#schema/pages/paths.ts";
import { canonicalOf } from "../filters/list-href.ts";
import { countsText, pageTitleOf } from "./product-texts.ts";

const NAMED_SITES = 4;

export function headOf(data: ProductPage) {
  const { product, query, share_image, sites } = data;
  const { q } = query;
  const title = pageTitleOf(data);
  const canonical = canonicalOf(productPath(product.slug), query, sites);
  return {
    title: q
      ? `Search for “${q}” in alternatives to ${product.name}`
      : sites.page > 1
        ? `${title}, page ${sites.page}`
        : title,
    description: descriptionOf(data),
    ...canonical,
    shareImage: { path: share_image, alt: title },
    isSearch: canonical.isSearch || sites.results.length === 0,
  };
}

function descriptionOf({ product, guide, sites }: ProductPage): string {
  const names = sites.results.slice(0, NAMED_SITES).map((site) => site.name);
  const counts = countsText({ product, guide });
  const list = names.length > 0 ? `: ${names.join(", ")}${product.count > names.length ? " and more" : ""}` : "";
  return `What to use instead of ${product.name}${list}.${counts && ` ${counts}.`}${names.length > 0 ? " Paid places are marked." : ""}`;
}
