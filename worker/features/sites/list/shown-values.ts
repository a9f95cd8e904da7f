import type { ListQuery } from "#schema/pages/pages.ts";
import type { CardPage, SitePage } from "#schema/sites/sites.ts";
import { offeredValues } from "#web/features/sites/filters/offered-values.ts";

/** As many as there are platforms. Of a longer filter, a page has the first values and the chosen ones. */
const SHORT = 8;
const FIRST = 4;

/** The values of filters that a page shows. A large directory has hundreds, of which most visitors need none. */
export function shownValues(
  { count: listed, facets, products = {} }: Pick<SitePage, "count" | "facets" | "products">,
  { filters, values: whole = [] }: Pick<ListQuery, "filters" | "values">,
): Pick<CardPage, "facets" | "products" | "cut_facets"> {
  if (!facets) return {};
  const offered = offeredValues({ count: listed, facets, products }, filters).map(({ filter, values }) => {
    const isLong = values.length > SHORT && !whole.includes(filter);
    const shown = values.filter(({ value }, index) => !isLong || index < FIRST || filters[filter]?.includes(value));
    return { filter, isCut: shown.length < values.length, total: values.length, shown };
  });
  const cut = offered.filter(({ isCut }) => isCut);
  const imported = offered.find(({ filter }) => filter === "imports_from")?.shown ?? [];
  return {
    facets: Object.fromEntries(
      offered.map(({ filter, shown }) => [
        filter,
        Object.fromEntries(shown.map(({ value, count = 0 }) => [value, count])),
      ]),
    ),
    products: Object.fromEntries(
      imported.flatMap(({ value }) => (Object.hasOwn(products, value) ? [[value, products[value]!]] : [])),
    ),
    ...(cut.length > 0 && { cut_facets: Object.fromEntries(cut.map(({ filter, total }) => [filter, total])) }),
  };
}
