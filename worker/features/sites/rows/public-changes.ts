import { type SQL, sql } from "drizzle-orm";
import type { Category } from "#schema/sites/sites.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import type { Subject } from "../../../ports.ts";
import { changes } from "../../../http/edge-scope.ts";

/** The ids of the products that a site replaces. The query must use the table `sites`. */
export const productIds = sql`(
  SELECT json_group_array(${alternatives.productId}) FROM ${alternatives} WHERE ${alternatives.siteId} = ${sites.id}
)`
  .mapWith((list: string) => JSON.parse(list) as number[])
  .as("productIds");

type Listed = { slug: string; category: Category; productIds: number[] };

/** What changes if a site appears in public lists, disappears from them, moves, or becomes featured or basic. */
export const listSubjects = ({ slug, category, productIds: ids }: Listed): Subject[] => [
  `site:${slug}`,
  "list",
  `category:${category}`,
  ...ids.map((id) => `replaces:${id}` as const),
];

/** More sites than one purge can name. */
const SITES_MAX = 100;

/** Selects sites for `changesManyLists`. */
export const listedStatement = (db: Db, where: SQL) =>
  db
    .select({ slug: sites.slug, category: sites.category, productIds })
    .from(sites)
    .where(where)
    .limit(SITES_MAX + 1);

export const changesManyLists = (found: Listed[]): void =>
  found.length > SITES_MAX ? changes("all") : changes(...found.flatMap(listSubjects));
