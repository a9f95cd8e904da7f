import { type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#schema/values/dates.ts";
import { sites } from "#schema/tables/sites.ts";

const NEW_OWNER_MS = 7 * DAY_MS;

const oldest = alias(sites, "oldest");

/** Returns SQL that tells whether the owner has an active listing that was created at least 7 days ago. */
export const isEstablishedOwner = (ownerId: SQL | SQLiteColumn | number | null, now: number): SQL => sql`coalesce((
  SELECT ${oldest.createdAt} FROM ${sites} AS ${oldest}
  WHERE ${oldest.ownerId} = ${ownerId} AND ${oldest.review} = 'active' ORDER BY ${oldest.id} LIMIT 1
) <= ${now - NEW_OWNER_MS}, false)`;
