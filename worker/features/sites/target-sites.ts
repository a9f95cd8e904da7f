import { sql } from "drizzle-orm";
import { alternatives, sites, targets } from "#schema/tables/sites.ts";
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

/** SQL condition for `sites`: the site replaces the product. */
export const replacesProduct = (slug: string) => sql`EXISTS (
  SELECT 1 FROM ${alternatives} WHERE ${alternatives.targetId} = ${targetIdOfSlug(slug)} AND ${alternatives.siteId} = ${sites.id}
)`;

/**
 * SQL for the end of an FTS5 expression that finds only texts with the name of the product. Empty if the index stores the
 * name in another way (`site_stem_texts` in the migrations): "C++", and scripts without spaces.
 */
export const namesProduct = (slug: string) => {
  const { name } = targets;
  return sql`coalesce((
    SELECT ' AND alternatives : "' || replace(${name}, '"', ' ') || '"' FROM ${targets}
    WHERE ${targets.id} = ${targetIdOfSlug(slug)} AND ${name} GLOB '*[A-Za-z0-9]*' AND ${name} NOT GLOB '*[+#]*'
      AND ${name} NOT GLOB '*[^ -' || char(0x0dff) || ']*' AND instr(lower(${name}), '.net') = 0
  ), '')`;
};

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
