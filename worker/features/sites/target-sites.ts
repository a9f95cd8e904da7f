import { sql } from "drizzle-orm";
import { alternatives, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { pageOffset } from "../../db/paging.ts";
import { queryRows } from "../../db/raw.ts";
import { targetAt } from "../targets/queries.ts";
import { selectFeaturedAlternatives, LIST_PLACES, noPlacesStatement, placesStatement } from "./featured-places.ts";
import { isActive, siteSelection } from "./rows.ts";

/** Selects a page of the active sites that are alternatives to a target, newest first. */
export const targetSitesStatement = (
  db: Db,
  { slug, page, perPage }: { slug: string; page: number; perPage: number },
) =>
  queryRows(
    db,
    siteSelection,
    (columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${sites.id} AS id FROM ${alternatives} CROSS JOIN ${sites} ON ${sites.id} = ${alternatives.siteId}
      WHERE ${alternatives.targetId} = ${targetAt(slug)} AND ${isActive}
      ORDER BY ${alternatives.siteId} DESC LIMIT ${perPage} OFFSET ${pageOffset(page, perPage)}
    ) AS listed JOIN ${sites} ON ${sites.id} = listed.id ORDER BY ${sites.id} DESC`,
  );

/** Selects the sites in the featured places of page 1; other pages have none. */
export const targetPlacesStatement = (db: Db, { slug, now, page }: { slug: string; now: number; page: number }) =>
  page > 1
    ? noPlacesStatement(db)
    : placesStatement(db, selectFeaturedAlternatives(targetAt(slug), now), { now, most: LIST_PLACES });
