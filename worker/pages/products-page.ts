import type { ProductsPage } from "#schema/pages/pages.ts";
import { PRODUCTS_PER_PAGE } from "#schema/sites/sites.ts";
import type { Db } from "../db/connection.ts";
import { toPage } from "../db/paging.ts";
import { lettersStatement, productsByNameStatement } from "../features/products/letters.ts";
import { toProductLinks } from "../features/products/queries.ts";
import { shows } from "../http/edge-scope.ts";
import { requirePageInRange } from "./list-params.ts";

export async function findProductsPage(db: Db, page: number): Promise<ProductsPage> {
  shows("list");
  const [letters, rows] = await db.batch([lettersStatement(db), productsByNameStatement(db, page)]);
  const count = letters.reduce((sum, letter) => sum + letter.count, 0);
  const { results, pages } = requirePageInRange(toPage(rows, { count, page, perPage: PRODUCTS_PER_PAGE }));
  const groups = Map.groupBy(toProductLinks(results), ({ letter }) => letter);
  return {
    groups: [...groups].map(([letter, products]) => ({
      letter,
      products: products.map(({ letter: _, ...product }) => product),
    })),
    letters,
    page,
    pages,
  };
}
