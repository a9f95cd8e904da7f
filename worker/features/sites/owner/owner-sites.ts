import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import type { EditableSite, OwnerSiteSummary, Page } from "#schema/sites.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { alternatives, articles, likes, sites, targets } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../db/connection.ts";
import { toPage, pageOffset } from "../../../db/paging.ts";
import { toIso } from "../../../db/time.ts";
import { nameKey } from "../../../names/keys.ts";
import { isStaff, type Actor } from "../../sessions/signed-in.ts";
import { targetKey } from "../../targets/keys.ts";
import { shownContent } from "../queries.ts";
import { alternativesOf, siteSelection, toSite } from "../rows.ts";

/** Own sites on a page of the dashboard. */
const OWN_SITES_PER_PAGE = 50;

const ofSite = sql`${subscriptions.siteId} = ${sites.id}`;

/** The query must name the table `sites`. */
const ownSelection = (user: Actor) => ({
  ...siteSelection,
  alternatives: alternativesOf("id", "name", "link", "description"),
  review: sites.review,
  refusal: sites.refusal,
  /** End of what was paid or granted, without the grace for a renewal. */
  paidUntil: sql<number | null>`(SELECT max(ends) FROM (${sql`
    SELECT ${sites.grantedUntil} AS ends UNION ALL SELECT ${subscriptions.paidUntil} FROM ${subscriptions} WHERE ${ofSite}
  `}))`.as("paidUntil"),
  /** Whether it will not be renewed. */
  isCancelled: exists(sql`SELECT 1 FROM ${subscriptions} WHERE ${ofSite} AND ${subscriptions.cancelAtPeriodEnd}
    AND ${subscriptions.status} NOT IN ('canceled', 'incomplete_expired')`).as("isCancelled"),
  isLiked: exists(sql`SELECT 1 FROM ${likes} WHERE ${likes.userId} = ${user.id} AND ${likes.siteId} = ${sites.id}`).as(
    "isLiked",
  ),
});

const exists = (query: SQL) => sql`EXISTS (${query})`.mapWith(Boolean);

type Which = { id: number } | { slug: string } | { alternativeId: number };

/** A site as its owner and staff may see and change it; no row for others. */
export const editableSiteStatement = (db: Db, user: Actor, which: Which) =>
  db
    .select({ ...ownSelection(user), ownerId: sites.ownerId, content: articles.content })
    .from(sites)
    .leftJoin(articles, eq(articles.siteId, sites.id))
    .where(and(isOne(which), isStaff(user) ? undefined : eq(sites.ownerId, user.id)));

function isOne(which: Which): SQL {
  if ("id" in which) return eq(sites.id, which.id);
  if ("slug" in which) return eq(sites.slug, which.slug);
  const { id, siteId } = alternatives;
  return eq(sites.id, sql`(SELECT ${siteId} FROM ${alternatives} WHERE ${id} = ${which.alternativeId})`);
}

export type EditableSiteRow = Awaited<ReturnType<typeof editableSiteStatement>>[number];
type OwnRow = Omit<EditableSiteRow, "ownerId" | "content">;

/** @throws AppError `not_found`: a stranger's site answers like a missing one, so ids cannot be probed. */
export function requireEditableSite([row]: EditableSiteRow[]): EditableSiteRow {
  if (!row) throw new AppError("not_found", "Site not found");
  return row;
}

/** @throws AppError `not_found`, as above. */
export const findEditableSite = async (db: Db, user: Actor, which: Which): Promise<EditableSiteRow> =>
  requireEditableSite(await editableSiteStatement(db, user, which));

type ListRequest = { q: string; page: number; now: number };

/** A page of a person's own sites, newest first, whatever their review; `q` may stand anywhere in their texts. */
export async function listOwnerSites(
  db: Db,
  user: Actor,
  { q, page, now }: ListRequest,
): Promise<Page<OwnerSiteSummary>> {
  const isOwn = and(eq(sites.ownerId, user.id), q === "" ? undefined : holds(q));
  const [[counted], found] = await db.batch([
    db
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(sites)
      .where(isOwn),
    db
      .select(ownSelection(user))
      .from(sites)
      .where(isOwn)
      .orderBy(desc(sites.id))
      .limit(OWN_SITES_PER_PAGE)
      .offset(pageOffset(page, OWN_SITES_PER_PAGE)),
  ]);
  const results = found.map((row) => toOwnSummary(row, now));
  return toPage(results, { count: counted?.count ?? 0, page, perPage: OWN_SITES_PER_PAGE });
}

/** One owner's rows only are looked through, so no index is needed; D1's LIKE would stop at 50 bytes. */
function holds(q: string): SQL {
  // D1 lowers ASCII alone, so it must do so on both sides.
  const part = sql`lower(${q})`;
  return sql`(
    instr(${sites.nameKey}, ${nameKey(q)}) OR instr(lower(${sites.description}), ${part})
    OR EXISTS (
      SELECT 1 FROM ${alternatives} JOIN ${targets} ON ${targets.id} = ${alternatives.targetId}
      WHERE ${alternatives.siteId} = ${sites.id}
        AND (instr(lower(${alternatives.name}), ${part}) OR instr(${targets.nameKey}, ${targetKey(q)}))
    )
  )`;
}

export function toOwnSite(row: EditableSiteRow, now: number): EditableSite {
  const content = shownContent(row.content);
  return { ...toOwnSummary(row, now), title: row.name, content, blog: { slug: row.slug, content } };
}

function toOwnSummary(row: OwnRow, now: number): OwnerSiteSummary {
  const site = toSite(row, now);
  return {
    ...site,
    // To its owner a listing is basic as soon as it was cancelled; what was paid stays paid until its end.
    status: row.isCancelled ? "basic" : site.status,
    alternatives: row.alternatives,
    interactions: { likes: row.likeCount, comments: 0 },
    is_liked_by_user: row.isLiked,
    review: row.review === "active" ? "active" : "pending",
    refusal: row.refusal,
    featured_until: site.status === "featured" ? toIso(row.paidUntil ?? row.featuredUntil!) : null,
  };
}
