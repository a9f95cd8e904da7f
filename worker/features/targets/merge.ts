import { sql } from "drizzle-orm";
import type { Db, Statement } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";
import { countWords, forgetWords } from "../search/spelling.ts";
import { slugCandidates } from "../../names/slugs.ts";
import { areUnchanged, listKnownSites, lostWords } from "../sites/words.ts";
import { targetKey, targetSlug } from "./keys.ts";
import { isUnknownLink } from "./links.ts";

type Product = { id: number; name: string; slug: string };

/** The products that have one of these names, their own or another one. */
export const findNamed = (db: Db, keys: string[]) =>
  all<Product>(
    db,
    sql`SELECT DISTINCT targets.id, targets.name, targets.slug FROM named_targets
      JOIN targets ON targets.id = named_targets.target_id
      WHERE named_targets.name_key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
  );

/** An address for a new name: its own former one, or one that nobody has or had. */
export async function freeTargetSlug(db: Db, product: { id: number; name: string; link: string }): Promise<string> {
  const candidates = slugCandidates(targetSlug(product.name, product.link), String(product.id));
  const json = JSON.stringify(candidates);
  const taken = await all<{ slug: string }>(
    db,
    sql`SELECT slug FROM targets WHERE slug IN (SELECT value FROM json_each(${json})) AND id <> ${product.id}
      UNION SELECT slug FROM target_moves WHERE slug IN (SELECT value FROM json_each(${json})) AND target_id <> ${product.id}`,
  );
  const slugs = new Set(taken.map(({ slug }) => slug));
  return candidates.find((slug) => !slugs.has(slug)) ?? candidates.at(-1)!;
}

/** Statements for a batch, after a product was renamed: what it was called and where it was go on leading to it. */
export function moveStatements(db: Db, former: Product): Statement[] {
  const key = targetKey(former.name);
  return [
    run(
      db,
      sql`INSERT INTO target_aliases (name_key, target_id) SELECT ${key}, id FROM targets WHERE id = ${former.id} AND name_key <> ${key}
        ON CONFLICT (name_key) DO NOTHING`,
    ),
    run(
      db,
      sql`DELETE FROM target_aliases WHERE target_id = ${former.id} AND name_key = (SELECT name_key FROM targets WHERE id = ${former.id})`,
    ),
    run(
      db,
      sql`INSERT INTO target_moves (slug, target_id) SELECT ${former.slug}, id FROM targets WHERE id = ${former.id} AND slug <> ${former.slug}
        ON CONFLICT (slug) DO NOTHING`,
    ),
    run(
      db,
      sql`DELETE FROM target_moves WHERE target_id = ${former.id} AND slug = (SELECT slug FROM targets WHERE id = ${former.id})`,
    ),
  ];
}

/** Statements for a batch: a product's other names are these and no others. */
export function setAliasesStatements(db: Db, id: number, keys: string[]): Statement[] {
  const json = JSON.stringify(keys);
  return [
    run(
      db,
      sql`DELETE FROM target_aliases WHERE target_id = ${id} AND name_key NOT IN (SELECT value FROM json_each(${json}))`,
    ),
    run(
      db,
      sql`INSERT INTO target_aliases (name_key, target_id) SELECT value, ${id} FROM json_each(${json})
        WHERE value NOT IN (SELECT name_key FROM targets WHERE id = ${id}) ON CONFLICT (name_key) DO NOTHING`,
    ),
  ];
}

/**
 * Statements for a batch: what names one product names the other from now on, and the first one's names and addresses
 * lead there. A site that named both keeps the one it named the second by.
 */
export async function mergeStatements(db: Db, from: number, into: number): Promise<Statement[]> {
  const namedBy = (id: number) => sql`SELECT site_id FROM alternatives WHERE target_id = ${id}`;
  const both = await listKnownSites(db, sql`id IN (${namedBy(from)} INTERSECT ${namedBy(into)})`);
  const siteIds = sql`SELECT value FROM json_each(${JSON.stringify(both.map(({ id }) => id))})`;
  const dropped = await all<{ id: number }>(
    db,
    sql`SELECT id FROM alternatives WHERE target_id = ${from} AND site_id IN (${siteIds})`,
  );
  const droppedIds = new Set(dropped.map(({ id }) => id));
  const lost = both.map((texts) => {
    const alternatives = texts.alternatives.filter(({ id }) => !droppedIds.has(id));
    return lostWords(texts, { ...texts, alternatives });
  });
  return [
    // NULL, which the column refuses together with the whole batch, where the first one is gone.
    run(
      db,
      sql`UPDATE targets SET created_at = CASE WHEN EXISTS (SELECT 1 FROM targets WHERE id = ${from}) THEN created_at END
        WHERE id = ${into}`,
    ),
    // The same where one of the sites was changed; one that names both only now the move of the others refuses.
    run(db, sql`UPDATE targets SET domain = CASE WHEN ${areUnchanged(both)} THEN domain END WHERE id = ${into}`),
    ...forgetWords(db, countWords(lost)),
    // Whoever is saving one of them must read it anew.
    run(db, sql`UPDATE sites SET updated_at = updated_at + 1 WHERE id IN (${siteIds})`),
    run(db, sql`DELETE FROM alternatives WHERE target_id = ${from} AND site_id IN (${siteIds})`),
    // Links of the one say nothing about the other: where that is known, they wait like those of a new listing.
    run(
      db,
      sql`UPDATE alternatives SET is_waiting = true WHERE target_id = ${from}
        AND ${isUnknownLink({ targetId: sql`${into}`, host: sql`alternatives.host` })}`,
    ),
    run(db, sql`UPDATE alternatives SET target_id = ${into} WHERE target_id = ${from}`),
    run(db, sql`UPDATE target_aliases SET target_id = ${into} WHERE target_id = ${from}`),
    run(db, sql`UPDATE target_moves SET target_id = ${into} WHERE target_id = ${from}`),
    run(
      db,
      sql`INSERT INTO target_aliases (name_key, target_id) SELECT name_key, ${into} FROM targets WHERE id = ${from}
        ON CONFLICT (name_key) DO UPDATE SET target_id = excluded.target_id`,
    ),
    run(
      db,
      sql`INSERT INTO target_moves (slug, target_id) SELECT slug, ${into} FROM targets WHERE id = ${from}
        ON CONFLICT (slug) DO UPDATE SET target_id = excluded.target_id`,
    ),
    run(db, sql`DELETE FROM targets WHERE id = ${from}`),
  ];
}
