import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { rowsBefore } from "../../db/paging.ts";
import { all } from "../../db/raw.ts";
import { targetAt } from "../targets/queries.ts";
import { featuredInstead, LIST_PLACES, noPlaces, placesStatement } from "./places.ts";
import { siteColumns, type SiteRow } from "./rows.ts";

/** A page of the sites that replace a product, newest first. */
export const targetSitesStatement = (
  db: Db,
  { slug, page, perPage }: { slug: string; page: number; perPage: number },
) =>
  all<SiteRow>(
    db,
    sql`
    SELECT ${siteColumns} FROM (
      SELECT sites.id FROM alternatives CROSS JOIN sites ON sites.id = alternatives.site_id
      WHERE alternatives.target_id = ${targetAt(slug)} AND review = 'active'
      ORDER BY alternatives.site_id DESC LIMIT ${perPage} OFFSET ${rowsBefore(page, perPage)}
    ) AS listed JOIN sites USING (id) ORDER BY sites.id DESC`,
  );

/** The paid places of its first page. */
export const targetPlacesStatement = (db: Db, { slug, now, page }: { slug: string; now: number; page: number }) =>
  page > 1 ? noPlaces(db) : placesStatement(db, featuredInstead(targetAt(slug), now), { now, most: LIST_PLACES });
