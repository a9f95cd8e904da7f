import { max, type SQL, sql } from "drizzle-orm";
import { products, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { runQuery } from "../../db/raw.ts";

/** D1 ends a statement after 30 seconds. */
const ROWS_AT_ONCE = 1000;

/**
 * Counts again what triggers have derived from rows that a backup may have from another moment. Triggers must not exist. The
 * search index is not among it, and known words need no count: the cron forgets those without a site.
 */
export async function recount(db: Db, tables: string[]): Promise<void> {
  const [site] = await db.select({ last: max(sites.id) }).from(sites);
  const [product] = await db.select({ last: max(products.id) }).from(products);
  await run(db, [sql`UPDATE facet_counts SET site_count = 0`, IMAGES_IN_USE]);
  for (const part of parts("sites.id", site?.last)) await run(db, ofSites(part));
  for (const part of parts("site_id", site?.last)) await run(db, [facetCounts(part)]);
  for (const part of parts("products.id", product?.last)) await run(db, [sitesOfProducts(part)]);
  await run(db, [...tables.map(rowsOf), ...TOTALS]);
}

const run = async (db: Db, [first, ...others]: SQL[]) =>
  db.batch([runQuery(db, first!), ...others.map((statement) => runQuery(db, statement))]);

function* parts(id: string, last: number | null | undefined): Generator<SQL> {
  for (let from = 0; from < (last ?? 0); from += ROWS_AT_ONCE)
    yield sql.raw(`${id} > ${from} AND ${id} <= ${from + ROWS_AT_ONCE}`);
}

const ofSites = (part: SQL) => [
  sql`UPDATE sites SET review = 'active' WHERE ${part} AND review = 'suspended'
    AND NOT EXISTS (SELECT 1 FROM suspended_users WHERE id = owner_id)`,
  sql`UPDATE sites SET review = 'suspended' WHERE ${part} AND review = 'active' AND owner_id IN suspended_users`,
  sql`UPDATE sites SET like_count = (SELECT count(*) FROM likes WHERE site_id = sites.id),
    featured_until = (SELECT max(until) FROM (
      SELECT granted_until AS until UNION ALL SELECT featured_until FROM subscriptions WHERE site_id = sites.id
    )) WHERE ${part}`,
];

/** Each view is bounded by itself: SQLite does not bound it by the sites. */
const facetCounts = (part: SQL) => sql`INSERT INTO facet_counts (scope, filter, value, site_count)
    SELECT scope, filter, value, count(*) FROM (SELECT * FROM site_scopes WHERE ${part}) AS scopes
    JOIN sites ON sites.id = scopes.site_id JOIN (SELECT * FROM site_filters WHERE ${part}) AS filters USING (site_id)
    WHERE review = 'active' GROUP BY scope, filter, value
    ON CONFLICT (scope, filter, value) DO UPDATE SET site_count = site_count + excluded.site_count`;

const sitesOfProducts = (part: SQL) => sql`UPDATE products SET site_count = (
    SELECT count(*) FROM alternatives JOIN sites ON sites.id = site_id WHERE product_id = products.id AND review = 'active'
  ) WHERE ${part}`;

/** Without it, the cron would delete an image that a page shows. */
const IMAGES_IN_USE = sql`UPDATE uploads SET is_shown = NOT is_shown, unused_since = NULL WHERE is_shown <> (
    EXISTS (SELECT 1 FROM image_uses WHERE upload_key = key) OR EXISTS (SELECT 1 FROM site_images WHERE upload_key = key)
  )`;

const rowsOf = (table: string) =>
  sql`UPDATE counters SET value = (SELECT count(*) FROM ${sql.identifier(table)}) WHERE name = ${`rows.${table}`}`;

const TOTALS = [
  sql`UPDATE counters SET value = 0 WHERE name GLOB 'sites.*' OR name = 'products'`,
  sql`INSERT INTO counters (name, value)
    SELECT 'sites.' || category, count(*) FROM sites WHERE review = 'active' GROUP BY category
    UNION ALL SELECT 'products', count(*) FROM products WHERE site_count > 0 HAVING count(*) > 0
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  // A later reading of Stripe must have a larger number than all that are stored.
  sql`INSERT INTO counters (name, value)
    SELECT 'stripe.readings', max(reading) FROM (SELECT reading FROM subscriptions UNION ALL SELECT reading FROM payments)
    HAVING max(reading) > 0
    ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
];
