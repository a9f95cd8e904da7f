import { FILTERS } from "#schema/facts/facts.ts";

/** The values of active sites in each list that counts them, from the rows alone. */
const FACETS = `
  SELECT scope, filters.key AS filter, CAST(part.value AS TEXT) AS value
  FROM sites JOIN (
    SELECT id AS site_id, '' AS scope FROM sites UNION ALL SELECT id, category FROM sites
    UNION ALL SELECT site_id, 'r' || product_id FROM alternatives
  ) ON site_id = sites.id, json_each('${JSON.stringify(Object.fromEntries(FILTERS))}') AS filters,
    json_each(sites.facts, '$.' || filters.value) AS part
  WHERE sites.review = 'active' AND part.type <> 'false'`;

const QUERIES = [
  `SELECT name, value, counted FROM (
     SELECT name, value, coalesce((SELECT count(*) FROM sites WHERE review = 'active' AND 'sites.' || category = counters.name), 0) AS counted
     FROM counters WHERE name LIKE 'sites.%'
   ) WHERE value <> counted`,
  `SELECT category FROM sites WHERE review = 'active' AND 'sites.' || category NOT IN (SELECT name FROM counters)`,
  `SELECT * FROM (SELECT
     coalesce((SELECT value FROM counters WHERE name = 'products'), 0) AS products,
     (SELECT count(DISTINCT product_id) FROM alternatives JOIN sites ON sites.id = site_id WHERE review = 'active') AS counted
   ) WHERE products <> counted`,
  `SELECT name, site_count FROM products WHERE site_count <> (
     SELECT count(*) FROM alternatives JOIN sites ON sites.id = site_id WHERE product_id = products.id AND review = 'active'
   )`,
  `SELECT scope, filter, value, sum(kept) AS site_count, sum(rows) AS counted FROM (
     SELECT scope, filter, value, site_count AS kept, 0 AS rows FROM facet_counts
     UNION ALL SELECT scope, filter, value, 0, 1 FROM (${FACETS})
   ) GROUP BY scope, filter, value HAVING sum(kept) <> sum(rows)`,
  `SELECT id, featured_until FROM sites WHERE featured_until IS NOT (
     SELECT max(until) FROM (
       SELECT granted_until AS until UNION ALL SELECT featured_until FROM subscriptions WHERE site_id = sites.id
     )
   )`,
  `SELECT sites.id, review FROM sites LEFT JOIN users ON users.id = owner_id
   WHERE review = iif(users.suspended_at IS NULL, 'suspended', 'active')`,
  `SELECT key, is_shown FROM uploads WHERE is_shown <>
     (key IN (SELECT upload_key FROM image_uses) OR key IN (SELECT upload_key FROM site_images))`,
  "SELECT id, like_count FROM sites WHERE like_count <> (SELECT count(*) FROM likes WHERE site_id = sites.id)",
];

type Read = (query: string) => Promise<Record<string, unknown>[]>;

/** Returns the totals and marks that differ from what their rows give. */
export async function findWrongTotals(read: Read): Promise<unknown[]> {
  const counters = await read("SELECT name FROM counters WHERE name LIKE 'rows.%'");
  const rows = counters.map(
    ({ name }) =>
      `SELECT name, value FROM counters WHERE name = '${name}' AND value <> (SELECT count(*) FROM ${String(name).slice("rows.".length)})`,
  );
  return (await Promise.all([...QUERIES, ...rows].map(read))).flat();
}
