import { sql } from "drizzle-orm";
import type { Facts } from "#schema/facts/facts.ts";
import { productMoves, products } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../db/connection.ts";
import { queryRows } from "../../../db/raw.ts";
import { productSlug } from "../../../names/products.ts";

/** Selects the products that sites import from and the directory does not know, by present and former slugs. */
export const unknownProducts = (db: Db, ...facts: (Facts | undefined)[]) =>
  queryRows(
    db,
    { slug: sql`asked.value`.mapWith(String) },
    (columns) => sql`SELECT ${columns} FROM ${listed(facts)} AS asked
      WHERE NOT EXISTS (SELECT 1 FROM ${products} WHERE ${products.slug} = asked.value)
        AND NOT EXISTS (SELECT 1 FROM ${productMoves} WHERE ${productMoves.slug} = asked.value)`,
  );

const listed = (facts: (Facts | undefined)[]) =>
  sql`json_each(${JSON.stringify([...new Set(facts.flatMap((stated) => stated?.imports_from ?? []))])})`;

type Named = { name: string; link: string };

/** Leaves out those that `named` adds to the directory. */
export function withoutNamed(unknown: { slug: string }[], named: Named[]): { slug: string }[] {
  const added = new Set(named.map(({ name, link }) => productSlug(name, link)));
  return unknown.filter(({ slug }) => !added.has(slug));
}

/**
 * `named`: the products that the same form names, which may be new.
 * @throws AppError 400 if a product is unknown.
 */
export function requireKnownProducts(unknown: { slug: string }[], named: Named[]): void {
  const [missing] = withoutNamed(unknown, named);
  if (!missing) return;
  const message = `Imports from: “${missing.slug}” is not a product of this directory.`;
  throw new AppError("bad_input", message, { fields: { "facts.imports_from": message } });
}
