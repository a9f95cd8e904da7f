import { type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { sites } from "#schema/tables/sites.ts";

/** From when on an owner with a public listing is known. */
const NEW_OWNER_MS = 7 * 86_400_000;

const oldest = alias(sites, "oldest");

/** In SQL: whether an owner has had a listing in public for that long, by the oldest that is there. */
export const isEstablishedOwner = (ownerId: SQL | SQLiteColumn | number | null, now: number): SQL => sql`coalesce((
  SELECT ${oldest.createdAt} FROM ${sites} AS ${oldest}
  WHERE ${oldest.ownerId} = ${ownerId} AND ${oldest.review} = 'active' ORDER BY ${oldest.id} LIMIT 1
) <= ${now - NEW_OWNER_MS}, false)`;
