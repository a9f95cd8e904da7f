import { sql } from "drizzle-orm";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { productIdOfSlug } from "../../products/queries.ts";

/** SQL condition for `sites`: the site replaces the product. */
export const replacesProduct = (slug: string) => sql`EXISTS (
  SELECT 1 FROM ${alternatives} WHERE ${alternatives.productId} = ${productIdOfSlug(slug)} AND ${alternatives.siteId} = ${sites.id}
)`;

/**
 * SQL for the end of an FTS5 expression that finds only texts with the name of the product. Empty if the index stores the
 * name in another way (`site_search_texts` in the migrations): "C++", "Ørsted", and scripts without spaces.
 */
export const namesProduct = (slug: string) => {
  const { name } = products;
  return sql`coalesce((
    SELECT ' AND alternatives : "' || replace(${name}, '"', ' ') || '"' FROM ${products}
    WHERE ${products.id} = ${productIdOfSlug(slug)} AND ${name} GLOB '*[A-Za-z0-9]*' AND ${name} NOT GLOB '*[+#]*'
      AND ${name} NOT GLOB '*[^ -~]*' AND instr(lower(${name}), '.net') = 0
  ), '')`;
};
