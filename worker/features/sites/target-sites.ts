import { sql } from "drizzle-orm";
import { alternatives, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { pageOffset } from "../../db/paging.ts";
import { queryRows } from "../../db/raw.ts";
import { targetIdOfSlug } from "../targets/queries.ts";
import {
  selectFeaturedIdsOfTarget,
  LIST_PLACES,
  noFeaturedPlacesStatement,
  featuredPlacesStatement,
} from "./featured-places.ts";
import { isActive, siteSelection } from "./rows.ts";

/** Selects a page of the active alternatives to a target, newest first. */
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
      WHERE ${alternatives.targetId} = ${targetIdOfSlug(slug)} AND ${isActive}
      ORDER BY ${alternatives.siteId} DESC LIMIT ${perPage} OFFSET ${pageOffset(page, perPage)}
    ) AS listed JOIN ${sites} ON ${sites.id} = listed.id ORDER BY ${sites.id} DESC`,
  );

/** Only page 1 has featured places. */
export const targetFeaturedPlacesStatement = (
  db: Db,
  { slug, now, page }: { slug: string; now: number; page: number },
) =>
  page > 1
    ? noFeaturedPlacesStatement(db)
    : featuredPlacesStatement(db, selectFeaturedIdsOfTarget(targetIdOfSlug(slug), now), {
        now,
        placeCount: LIST_PLACES,
      });
