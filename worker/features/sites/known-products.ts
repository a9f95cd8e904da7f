import { sql } from "drizzle-orm";
import type { Facts } from "#schema/facts.ts";
import { targetMoves, targets } from "#schema/tables/sites.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { targetSlug } from "../../names/targets.ts";

/** Selects the products that the site imports from and the directory does not know, by present and former slugs. */
export const unknownProducts = (db: Db, facts: Facts | undefined) =>
  queryRows(
    db,
    { slug: sql`asked.value`.mapWith(String) },
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(facts?.imports_from ?? [])}) AS asked
      WHERE NOT EXISTS (SELECT 1 FROM ${targets} WHERE ${targets.slug} = asked.value)
        AND NOT EXISTS (SELECT 1 FROM ${targetMoves} WHERE ${targetMoves.slug} = asked.value)`,
  );

/**
 * `named`: the products that the same form names, which may be new.
 * @throws AppError 400 if a product is unknown.
 */
export function requireKnownProducts(unknown: { slug: string }[], named: { name: string; link: string }[]): void {
  const added = new Set(named.map(({ name, link }) => targetSlug(name, link)));
  const missing = unknown.find(({ slug }) => !added.has(slug));
  if (!missing) return;
  const message = `Imports from: “${missing.slug}” is not a product of this directory.`;
  throw new AppError("bad_input", message, { "facts.imports_from": message });
}
