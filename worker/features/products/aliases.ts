import { and, eq, exists, inArray, ne, not, notInArray, sql } from "drizzle-orm";
import { namedProducts } from "#schema/search/derived-tables.ts";
import { productAliases, productMoves, products } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { failBatchUnless } from "../../db/fail-batch.ts";
import { jsonList } from "../../db/json-list.ts";
import { columnName, columnNames, runQuery } from "../../db/raw.ts";
import { slugCandidates } from "../../names/slugs.ts";
import { productKey, productSlug } from "../../names/products.ts";

type Product = { id: number; name: string; slug: string };

/** Returns the products with one of these names or aliases. `keys` are results of `productKey`. */
export const findProductsByName = (db: Db, keys: string[]) =>
  db
    .selectDistinct({ id: products.id, name: products.name, slug: products.slug })
    .from(namedProducts)
    .innerJoin(products, eq(products.id, namedProducts.productId))
    .where(inArray(namedProducts.nameKey, jsonList(keys)));

/** Returns a slug for the new name of a product. No other product has or had it. */
export async function findFreeProductSlug(
  db: Db,
  product: { id: number; name: string; link: string },
): Promise<string> {
  const candidates = slugCandidates(productSlug(product.name, product.link), String(product.id));
  const taken = await db
    .select({ slug: products.slug })
    .from(products)
    .where(and(inArray(products.slug, candidates), ne(products.id, product.id)))
    .union(
      db
        .select({ slug: productMoves.slug })
        .from(productMoves)
        .where(and(inArray(productMoves.slug, candidates), ne(productMoves.productId, product.id))),
    );
  const slugs = new Set(taken.map(({ slug }) => slug));
  return candidates.find((slug) => !slugs.has(slug)) ?? candidates.at(-1)!;
}

/**
 * Returns statements to run in a batch after a product was renamed. They keep its former name as an alias and its
 * former slug as a redirect, and delete an alias or redirect that equals the new name or slug.
 */
export function keepFormerNameStatements(db: Db, former: Product): Statement[] {
  const formerKey = productKey(former.name);
  const current = db
    .select({ nameKey: products.nameKey, slug: products.slug })
    .from(products)
    .where(eq(products.id, former.id))
    .as("current");
  return [
    db
      .insert(productAliases)
      .select(
        db
          .select({ nameKey: sql`${formerKey}`.as("name_key"), productId: products.id })
          .from(products)
          .where(and(eq(products.id, former.id), ne(products.nameKey, formerKey))),
      )
      .onConflictDoNothing(),
    db
      .delete(productAliases)
      .where(
        and(
          eq(productAliases.productId, former.id),
          inArray(productAliases.nameKey, db.select({ key: current.nameKey }).from(current)),
        ),
      ),
    db
      .insert(productMoves)
      .select(
        db
          .select({ slug: sql`${former.slug}`.as("slug"), productId: products.id })
          .from(products)
          .where(and(eq(products.id, former.id), ne(products.slug, former.slug))),
      )
      .onConflictDoNothing(),
    db
      .delete(productMoves)
      .where(
        and(
          eq(productMoves.productId, former.id),
          inArray(productMoves.slug, db.select({ slug: current.slug }).from(current)),
        ),
      ),
  ];
}

/**
 * Returns a statement that adds an alias to a product. `key` is a result of `productKey`. A batch with it violates
 * `product_aliases.name_key` if a product has this name or alias, and a foreign key if the product does not exist.
 */
export function addAliasStatement(db: Db, id: number, key: string): Statement {
  const isTaken = exists(db.select().from(products).where(eq(products.nameKey, key)));
  return db
    .insert(productAliases)
    .values({ nameKey: failBatchUnless(not(isTaken), productAliases.nameKey, key), productId: id });
}

/**
 * Returns statements that replace all aliases of a product. `keys` are results of `productKey`. They skip its own name
 * and aliases of other products.
 */
export function setAliasesStatements(db: Db, id: number, keys: string[]): Statement[] {
  return [
    db
      .delete(productAliases)
      .where(and(eq(productAliases.productId, id), notInArray(productAliases.nameKey, jsonList(keys)))),
    runQuery(
      db,
      sql`INSERT INTO ${productAliases} (${columnNames(productAliases.nameKey, productAliases.productId)})
        SELECT value, ${id} FROM json_each(${JSON.stringify(keys)})
        WHERE value NOT IN (SELECT ${products.nameKey} FROM ${products} WHERE ${products.id} = ${id})
        ON CONFLICT (${columnName(productAliases.nameKey)}) DO NOTHING`,
    ),
  ];
}
