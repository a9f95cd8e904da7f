import { sql, type SQL } from "drizzle-orm";
import { type OwnSite, type OwnSiteSummary, type Page, type Review } from "#schema/sites.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { type Actor, isStaff } from "../sessions/signed-in.ts";
import { targetKey } from "../targets/keys.ts";
import { nameKey } from "../../names/keys.ts";
import { rowsBefore } from "../../db/paging.ts";
import { shownContent } from "./queries.ts";
import { toIso } from "../../db/time.ts";
import { alternativesColumn, plainColumns, type SiteRow, toSite } from "./rows.ts";

/** Own sites on a page of the dashboard. */
const OWN_SITES_PER_PAGE = 50;

type OwnRow = SiteRow & {
  review: Review | "suspended";
  refusal: string | null;
  is_liked: 0 | 1;
  /** End of what was paid or granted, without the grace for a renewal. */
  paid_until: number | null;
  /** Whether it will not be renewed. */
  is_cancelled: 0 | 1;
};

export type OwnDetailRow = OwnRow & { owner_id: number | null; content: string | null };

const columns = (user: Actor) => sql`
  ${sql.raw(plainColumns)}, sites.review, sites.refusal, ${sql.raw(alternativesColumn("id", "name", "link", "description"))},
  (SELECT max(ends) FROM (
    SELECT sites.granted_until AS ends UNION ALL SELECT paid_until FROM subscriptions WHERE site_id = sites.id
  )) AS paid_until,
  EXISTS (
    SELECT 1 FROM subscriptions WHERE site_id = sites.id AND cancel_at_period_end AND status NOT IN ('canceled', 'incomplete_expired')
  ) AS is_cancelled,
  EXISTS (SELECT 1 FROM likes WHERE likes.user_id = ${user.id} AND likes.site_id = sites.id) AS is_liked`;

/** A site as its owner and staff may see and change it; no row for others. */
export const ownSiteStatement = (db: Db, user: Actor, which: { id: number } | { slug: string }) =>
  all<OwnDetailRow>(
    db,
    sql`
    SELECT ${columns(user)}, sites.owner_id, articles.content FROM sites LEFT JOIN articles ON articles.site_id = sites.id
    WHERE ${"id" in which ? sql`sites.id = ${which.id}` : sql`sites.slug = ${which.slug}`}
      AND (sites.owner_id = ${user.id} OR ${Number(isStaff(user))})`,
  );

/** @throws AppError `not_found`: a stranger's site answers like a missing one, so ids cannot be probed. */
export function requireOwnSite([row]: OwnDetailRow[]): OwnDetailRow {
  if (!row) throw new AppError("not_found", "Site not found");
  return row;
}

type ListRequest = { q: string; page: number; now: number };

/** A page of a person's own sites, newest first, whatever their review; `q` may stand anywhere in their texts. */
export async function listOwnSites(db: Db, user: Actor, { q, page, now }: ListRequest): Promise<Page<OwnSiteSummary>> {
  const isOwn = sql`sites.owner_id = ${user.id} AND ${q === "" ? sql`true` : holds(q)}`;
  const [counts, rows] = await db.batch([
    all<{ count: number }>(db, sql`SELECT count(*) AS count FROM sites WHERE ${isOwn}`),
    all<OwnRow>(
      db,
      sql`SELECT ${columns(user)} FROM sites WHERE ${isOwn}
        ORDER BY sites.id DESC LIMIT ${OWN_SITES_PER_PAGE} OFFSET ${rowsBefore(page, OWN_SITES_PER_PAGE)}`,
    ),
  ]);
  const count = counts[0]?.count ?? 0;
  const results = rows.map((row) => toOwnSummary(row, now));
  return { results, count, page, pages: Math.ceil(count / OWN_SITES_PER_PAGE) };
}

/** One owner's rows only are looked through, so no index is needed; D1's LIKE would stop at 50 bytes. */
function holds(q: string): SQL {
  // D1 lowers ASCII alone, so it must do so on both sides.
  const part = sql`lower(${q})`;
  return sql`(
    instr(sites.name_key, ${nameKey(q)}) OR instr(lower(sites.description), ${part})
    OR EXISTS (
      SELECT 1 FROM alternatives JOIN targets ON targets.id = alternatives.target_id
      WHERE alternatives.site_id = sites.id
        AND (instr(lower(alternatives.name), ${part}) OR instr(targets.name_key, ${targetKey(q)}))
    )
  )`;
}

export function toOwnSite(row: OwnDetailRow, now: number): OwnSite {
  const content = shownContent(row.content);
  return { ...toOwnSummary(row, now), title: row.name, content, blog: { slug: row.slug, content } };
}

function toOwnSummary(row: OwnRow, now: number): OwnSiteSummary {
  const site = toSite(row, now);
  return {
    ...site,
    // To its owner a listing is basic as soon as it was cancelled; what was paid stays paid until its end.
    status: row.is_cancelled ? "basic" : site.status,
    alternatives: JSON.parse(row.alternatives) as OwnSiteSummary["alternatives"],
    interactions: { likes: row.like_count, comments: 0 },
    is_liked_by_user: row.is_liked === 1,
    review: row.review === "active" ? "active" : "pending",
    refusal: row.refusal,
    featured_until: site.status === "featured" ? toIso(row.paid_until ?? row.featured_until!) : null,
  };
}
