import type { ProductsPage } from "#schema/pages/pages.ts";
import { PRODUCTS_PER_PAGE } from "#schema/sites/sites.ts";
import type { Db } from "../db/connection.ts";
import { toPage } from "../db/paging.ts";
import { countProductsStatement, productsByNameStatement } from "../features/products/by-name.ts";
import { toProductLinks } from "../features/products/queries.ts";
import { shows } from "../http/edge-scope.ts";
import { requirePageInRange } from "./list-params.ts";

export async function findProductsPage(db: Db, page: number): Promise<ProductsPage> {
  shows("list");
  const [[counted], rows] = await db.batch([countProductsStatement(db), productsByNameStatement(db, page)]);
  const { results, ...rest } = requirePageInRange(toPage(rows, { ...counted!, page, perPage: PRODUCTS_PER_PAGE }));
  const groups = Map.groupBy(toProductLinks(results), ({ nameKey }) => letterOf(nameKey));
  return {
    ...rest,
    groups: [...groups].map(([letter, products]) => ({
      letter,
      products: products.map(({ nameKey: _, ...product }) => product),
    })),
  };
}

/** Names of digits and signs stand before "a", those of other scripts after "z". */
function letterOf(nameKey: string): string {
  const [letter = ""] = nameKey;
  if (letter < "a") return "0–9";
  return letter <= "z" ? letter.toUpperCase() : "Other";
}
