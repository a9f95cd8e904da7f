import { and, gt, inArray, eq, type SQL, sql } from "drizzle-orm";
import { hostOf } from "#schema/values/links.ts";
import { namedProducts } from "#schema/search/derived-tables.ts";
import type { Pair } from "#schema/sites/sites.ts";
import { productAliases, productMoves, products } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { excluded, jsonValue, columnName, runQuery } from "../../db/raw.ts";
import { linkKey } from "../../names/keys.ts";
import { slugCandidates, slugPicker } from "../../names/slugs.ts";
import { productKey, productName, productSlug } from "../../names/products.ts";

/**
 * An alternative as its owner writes it: it names a popular product. If `description` is missing, a stored
 * description stays. If it says nothing about the pair, the stored pair stays.
 */
export type NewAlternative = { name: string; link: string; description?: string | undefined } & Pair;

/** `slugs` are candidates for the slug of the product, if it is new. */
export type PreparedAlternative = Pick<NewAlternative, "name" | "link" | "description"> & {
  /** Null clears the stored pair. Undefined keeps it. */
  pair: Pair | null | undefined;
  host: string;
  position: number;
  productKey: string;
  slugs: string[];
};

/**
 * Adds the key of each alternative's product and removes repeated products: of "Slack" and "slack.com", the first
 * stays. `newId` returns the random end of the last slug candidate.
 */
export function prepareAlternatives(alternatives: NewAlternative[], newId: () => string): PreparedAlternative[] {
  const named = new Map<string, PreparedAlternative>();
  for (const [position, alternative] of alternatives.entries()) {
    const key = productKey(alternative.name);
    if (named.has(key)) continue;
    const slugs = slugCandidates(productSlug(alternative.name, alternative.link), newId());
    const { name, link, description } = alternative;
    const pair = pairIn(alternative);
    named.set(key, { name, link, description, pair, host: hostOf(link), position, productKey: key, slugs });
  }
  return [...named.values()];
}

/** Returns what is stated, null if nothing is, or undefined if none of the fields is given. */
export function pairIn({ replaces, lacks, adds, moving }: Pair): Pair | null | undefined {
  if ([replaces, lacks, adds, moving].every((given) => given === undefined)) return undefined;
  const pair: Pair = {
    ...(replaces && { replaces }),
    ...(lacks && lacks.length > 0 && { lacks }),
    ...(adds && adds.length > 0 && { adds }),
    ...(moving && (moving.text || moving.link) && { moving }),
  };
  return Object.keys(pair).length > 0 ? pair : null;
}

/** Selects `known` and `taken` for `insertProducts`: products that active sites name already, and taken slugs. */
export function existingProductsStatements(db: Db, named: PreparedAlternative[]) {
  const slugs = jsonList(named.flatMap((product) => product.slugs));
  const keys = jsonList(named.map((product) => product.productKey));
  return [
    db
      .select({ nameKey: namedProducts.nameKey, id: products.id })
      .from(namedProducts)
      // SQLite does not reorder a cross join: it looks up the few names first, then their products.
      .crossJoin(products)
      .where(
        and(eq(products.id, namedProducts.productId), inArray(namedProducts.nameKey, keys), gt(products.siteCount, 0)),
      ),
    db
      .select({ slug: products.slug })
      .from(products)
      .where(inArray(products.slug, slugs))
      .union(db.select({ slug: productMoves.slug }).from(productMoves).where(inArray(productMoves.slug, slugs))),
  ] as const;
}

type Options = { known: { nameKey: string }[]; taken: { slug: string }[]; isLastAttempt: boolean; now: number };

/**
 * Returns a statement that inserts the products that do not exist yet. A name that is an alias inserts nothing. A
 * product that no active site names gets the new name and link, unless staff set its link. So a pending listing cannot
 * decide the name of a product for good.
 */
export function insertProducts(db: Db, named: PreparedAlternative[], { known, taken, isLastAttempt, now }: Options) {
  const keys = new Set(known.map((row) => row.nameKey));
  const pick = slugPicker(taken, isLastAttempt);
  const wanted = named.flatMap((product) => {
    if (keys.has(product.productKey)) return [];
    keys.add(product.productKey);
    return [
      {
        slug: pick(product.slugs),
        name: productName(product.name),
        nameKey: product.productKey,
        link: product.link,
        linkKey: linkKey(product.link),
        domain: product.host,
      },
    ];
  });
  const values = {
    slug: jsonValue("slug"),
    name: jsonValue("name"),
    nameKey: jsonValue("nameKey"),
    link: jsonValue("link"),
    linkKey: jsonValue("linkKey"),
    domain: jsonValue("domain"),
    createdAt: sql`${now}`,
  };
  const replaced = [products.name, products.link, products.linkKey, products.domain];
  return runQuery(
    db,
    sql`${insertFrom(products, values, sql`FROM json_each(${JSON.stringify(wanted)})`)}
    WHERE NOT EXISTS (SELECT 1 FROM ${productAliases} WHERE ${productAliases.nameKey} = ${values.nameKey})
    ON CONFLICT (${columnName(products.nameKey)}) DO UPDATE SET
      ${sql.join(
        replaced.map((column) => sql`${columnName(column)} = ${excluded(column)}`),
        sql`, `,
      )}
    WHERE ${products.siteCount} = 0 AND NOT ${products.isLinkFixed}`,
  );
}

/** Returns SQL for the id of the product with this name or alias. `key` is a result of `productKey`. */
export const productIdOfName = (key: SQL) =>
  sql`(SELECT ${namedProducts.productId} FROM ${namedProducts} WHERE ${namedProducts.nameKey} = ${key})`;
