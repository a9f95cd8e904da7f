import { sql } from "drizzle-orm";
import { toIso } from "../../db/time.ts";
import type { Alternative, Category, ListingTier, SiteSummary } from "#schema/sites.ts";
import { sites } from "#schema/tables/sites.ts";

/** What visitors see. Written out, because SQLite takes a partial index for the words of its own rule only. */
export const isActive = sql`${sites.review} = 'active'`;

/** A row of `siteColumns`, as D1 gives it. */
export type SiteRow = {
  id: number;
  slug: string;
  name: string;
  link: string;
  description: string;
  category: Category;
  featured_until: number | null;
  like_count: number;
  created_at: number;
  updated_at: number;
  /** JSON list of id and name, in the owner's order. */
  alternatives: string;
};

/** The query must name the table `sites`. */
export const plainColumns = `sites.id, sites.slug, sites.name, sites.link, sites.description, sites.category,
  sites.featured_until, sites.like_count, sites.created_at, sites.updated_at`;

/** The alternatives as one JSON list, in the owner's order. */
export const alternativesColumn = (...fields: (keyof Alternative)[]) => `(
  SELECT json_group_array(json_object(${fields.map((field) => `'${field}', ${field}`).join(", ")})) FROM (
    SELECT ${fields.join(", ")} FROM alternatives WHERE site_id = sites.id ORDER BY position
  )) AS alternatives`;

/** What a list reads of a site. The query must name the table `sites`. */
export const siteColumns = sql.raw(`${plainColumns}, ${alternativesColumn("id", "name")}`);

/** Featured is what was paid, when it is read: nothing has to run at the moment a period ends. */
export const tierAt = (featuredUntil: number | null, now: number): ListingTier =>
  featuredUntil !== null && featuredUntil > now ? "featured" : "basic";

export function toSite(row: SiteRow, now: number): SiteSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    link: row.link,
    description: row.description,
    category: row.category,
    status: tierAt(row.featured_until, now),
    like_count: row.like_count,
    alternatives: JSON.parse(row.alternatives) as SiteSummary["alternatives"],
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}
