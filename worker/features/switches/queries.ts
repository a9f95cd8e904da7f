import { eq, type SQL, sql } from "drizzle-orm";
import type { Switch } from "#schema/sites/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { startOfDay, toIso } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { changes } from "../../http/edge-scope.ts";

// D1 returns rows by their column names, so these differ from those of a site.
export const productName = {
  name: sql<string>`${products.name}`.as("product_name"),
  slug: sql<string>`${products.slug}`.as("product_slug"),
};

/** SQL condition for the answers that visitors see, but for those of sites that they do not see. */
export const isShown = sql`${switches.state} = 'shown' AND NOT EXISTS (
  SELECT 1 FROM ${users} WHERE ${users.id} = ${switches.userId} AND ${users.suspendedAt} IS NOT NULL)`;

const said = (name: "still_using" | "time_taken", value: string) =>
  sql<number>`count(*) FILTER (WHERE ${switches.fields} ->> ${sql.raw(`'${name}'`)} = ${value})`.as(value);

/** For a query that groups `switches` by pairs. */
export const counts = {
  count: sql<number>`count(*)`.as("count"),
  yes: said("still_using", "yes"),
  partly: said("still_using", "partly"),
  no: said("still_using", "no"),
  hours: said("time_taken", "hours"),
  days: said("time_taken", "days"),
  weeks: said("time_taken", "weeks"),
  months: said("time_taken", "months"),
};

type Row = typeof switches.$inferSelect;

/** Nothing in it says who answered. */
export const toSwitch = ({ id, fields, createdAt, answer, answeredAt }: Row): Switch => ({
  id,
  ...fields,
  // To the day: a precise time could tell an owner who answered.
  created_at: toIso(startOfDay(createdAt)),
  answer: answer === null ? null : { text: answer, created_at: toIso(answeredAt!) },
});

/** More pages than one purge can name. */
const MAX_PAGES = 50;

/** Says that the pages change that show these answers. Returns whether there are any. */
export async function changesPagesOf(db: Db, where: SQL | undefined): Promise<boolean> {
  const pages = await db
    .select({ slug: sites.slug, productId: switches.productId })
    .from(switches)
    .innerJoin(sites, eq(sites.id, switches.siteId))
    .where(where)
    .limit(MAX_PAGES + 1);
  if (pages.length > MAX_PAGES) changes("all");
  else changes(...pages.flatMap(({ slug, productId }) => [`site:${slug}`, `replaces:${productId}`] as const));
  return pages.length > 0;
}
