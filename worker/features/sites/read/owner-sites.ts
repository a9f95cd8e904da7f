import { and, desc, eq, or, sql, type SQL } from "drizzle-orm";
import { toIso } from "#schema/values/dates.ts";
import type { EditableSite, OwnerSiteSummary, Page } from "#schema/sites/sites.ts";
import type { OwnerReport } from "#schema/sites/reports.ts";
import { claims } from "#schema/tables/claims.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { reports } from "#schema/tables/reports.ts";
import { alternatives, articles, likes, products, sites } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../db/connection.ts";
import { toPage, pageOffset } from "../../../db/paging.ts";
import { monthOf, monthsStatement } from "../../figures/queries.ts";
import { type Question, readQuestion } from "../../search/question.ts";
import type { ReadVocabulary } from "../../search/read-vocabulary.ts";
import { commonStart } from "../../search/words.ts";
import { nameKey } from "../../../names/keys.ts";
import { isStaff, type Actor } from "../../../signed-in.ts";
import { productKey } from "../../../names/products.ts";
import { screenshotsOf } from "../rows/images.ts";
import { productIds } from "../rows/public-changes.ts";
import { shownContent } from "./queries.ts";
import { answerCount, siteSelection, statedAlternatives, toSite } from "../rows/rows.ts";

const OWNER_SITES_PER_PAGE = 50;

const ofSite = sql`${subscriptions.siteId} = ${sites.id}`;

/** The oldest reports that wait for the owner. The next ones follow when these are answered. */
const waitingReports = sql`SELECT * FROM ${reports} WHERE ${reports.siteId} = ${sites.id}
  AND ${reports.state} = 'waiting' AND ${reports.ownerUntil} IS NOT NULL ORDER BY ${reports.id} LIMIT 20`;
const reportsForOwner = sql`(SELECT json_group_array(json_object(
  'id', id, 'reason', reason, 'text', text, 'changes', json(changes), 'source', source)) FROM (${waitingReports}))`
  .mapWith((list: string) => JSON.parse(list) as OwnerReport[])
  .as("reports");

/** The query must use the table `sites`. */
const ownerSelection = (user: Actor) => ({
  ...siteSelection,
  alternatives: statedAlternatives,
  screenshots: screenshotsOf,
  answerCount,
  review: sites.review,
  refusal: sites.refusal,
  movedTo: sites.movedTo,
  claimedUntil: sql<
    number | null
  >`(SELECT ${claims.answerDueAt} FROM ${claims} WHERE ${claims.siteId} = ${sites.id})`.as("claimedUntil"),
  /** Whether the subscription still runs but will not be renewed. */
  isCancelled: exists(sql`SELECT 1 FROM ${subscriptions} WHERE ${ofSite} AND NOT ${subscriptions.renews}
    AND ${subscriptions.status} NOT IN ('canceled', 'incomplete_expired')`).as("isCancelled"),
  reports: reportsForOwner,
  isLiked: exists(sql`SELECT 1 FROM ${likes} WHERE ${likes.userId} = ${user.id} AND ${likes.siteId} = ${sites.id}`).as(
    "isLiked",
  ),
});

const exists = (query: SQL) => sql`EXISTS (${query})`.mapWith(Boolean);

type Which = { id: number } | { slug: string } | { alternativeId: number };

/** Selects a site with all that its owner edits. Other users get no row. Staff get every site. */
export const editableSiteStatement = (db: Db, user: Actor, which: Which) =>
  db
    .select({ ...ownerSelection(user), productIds, ownerId: sites.ownerId, content: articles.content })
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
type OwnerSiteRow = Omit<EditableSiteRow, "productIds" | "ownerId" | "content">;

/**
 * @throws AppError 404 if there is no row: the site does not exist, or the user may not edit it. Both have one error, so
 * that nobody can probe ids.
 */
export function requireEditableSite([row]: EditableSiteRow[]): EditableSiteRow {
  if (!row) throw new AppError("not_found", "Site not found");
  return row;
}

/** @throws AppError 404, see `requireEditableSite`. */
export async function findEditableSite(db: Db, user: Actor, which: Which): Promise<EditableSiteRow> {
  return requireEditableSite(await editableSiteStatement(db, user, which));
}

type ListRequest = { q: string; page: number; now: number; readVocabulary: ReadVocabulary };

/**
 * Returns a page of a user's own sites in every review state, newest first. `q` searches any part of name, description
 * and alternatives, and what it asks for in other words.
 */
export async function listOwnerSites(
  db: Db,
  user: Actor,
  { q, page, now, readVocabulary }: ListRequest,
): Promise<Page<OwnerSiteSummary>> {
  const vocabulary = await readVocabulary(q);
  const question = vocabulary && readQuestion(q, vocabulary);
  const isOwn = and(eq(sites.ownerId, user.id), question && or(containsText(q), answers(question, user.id)));
  const onPage = db
    .select({ id: sites.id })
    .from(sites)
    .where(isOwn)
    .orderBy(desc(sites.id))
    .limit(OWNER_SITES_PER_PAGE)
    .offset(pageOffset(page, OWNER_SITES_PER_PAGE));
  const [[counted], found, months] = await db.batch([
    db
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(sites)
      .where(isOwn),
    db
      .select(ownerSelection(user))
      .from(sites)
      .where(isOwn)
      .orderBy(desc(sites.id))
      .limit(OWNER_SITES_PER_PAGE)
      .offset(pageOffset(page, OWNER_SITES_PER_PAGE)),
    monthsStatement(db, onPage.getSQL(), now),
  ]);
  const results = found.map((row) => ({ ...toOwnerSummary(row, now), month: monthOf(months, row.id) }));
  return toPage(results, { count: counted?.count ?? 0, page, perPage: OWNER_SITES_PER_PAGE });
}

/** No index is needed for the sites of one owner. D1 allows at most 50 bytes in a LIKE pattern, so this uses `instr`. */
function containsText(q: string): SQL {
  // The `lower` of D1 converts ASCII letters only, so both sides must use it.
  const part = sql`lower(${q})`;
  return sql`(
    instr(${sites.nameKey}, ${nameKey(q)}) OR instr(lower(${sites.description}), ${part})
    OR EXISTS (
      SELECT 1 FROM ${alternatives} JOIN ${products} ON ${products.id} = ${alternatives.productId}
      WHERE ${alternatives.siteId} = ${sites.id}
        AND (instr(lower(${alternatives.name}), ${part}) OR instr(${products.nameKey}, ${productKey(q)}))
    )
  )`;
}

/**
 * SQL condition: a site of the owner has all that the question needs. The search index lacks sites that wait for review, so this
 * compares the beginnings of words.
 */
function answers({ product, units }: Question, ownerId: number): SQL {
  const needed = [
    ...(product?.isAsked ? [[product.words]] : []),
    ...units.map((unit) => [unit.words, ...unit.terms]),
  ].map((terms) => terms.map((term) => term.map(commonStart)));
  if (needed.length === 0) return sql`false`;
  const lacks = (list: string, value: string, inside: SQL) =>
    sql`NOT EXISTS (SELECT 1 FROM json_each(${sql.raw(list)}) AS ${sql.raw(value)} WHERE ${inside})`;
  const hasTerm = lacks("term.value", "word", sql`instr(own.text, ' ' || word.value) = 0`);
  return sql`${sites.id} IN (
    WITH own AS MATERIALIZED (
      SELECT ${sites.id} AS id, ' ' || replace(lower(${sites.name} || ' ' || ${sites.nameKey} || ' ' || ${sites.description} || ' ' || coalesce((
        SELECT group_concat(${alternatives.name} || ' ' || ${products.name}, ' ') FROM ${alternatives}
        JOIN ${products} ON ${products.id} = ${alternatives.productId} WHERE ${alternatives.siteId} = ${sites.id}
      ), '')), '-', ' ') AS text
      FROM ${sites} WHERE ${sites.ownerId} = ${ownerId}
    )
    SELECT own.id FROM own WHERE NOT EXISTS (
      SELECT 1 FROM json_each(${JSON.stringify(needed)}) AS unit WHERE ${lacks("unit.value", "term", hasTerm)}
    )
  )`;
}

export function toEditableSite(row: EditableSiteRow, now: number): EditableSite {
  const content = shownContent(row.content);
  return { ...toOwnerSummary(row, now), title: row.name, content, blog: { slug: row.slug, content } };
}

function toOwnerSummary(row: OwnerSiteRow, now: number): OwnerSiteSummary {
  const site = toSite(row, now);
  return {
    ...site,
    // After a cancellation, the dashboard shows the site as basic. Visitors see it featured until the paid time ends.
    status: row.isCancelled ? "basic" : site.status,
    alternatives: row.alternatives,
    screenshots: row.screenshots,
    interactions: { likes: row.likeCount, comments: row.answerCount },
    is_liked_by_user: row.isLiked,
    ...(row.reports.length > 0 && { reports: row.reports }),
    review: row.review === "active" ? "active" : "pending",
    refusal: row.refusal,
    moved_to: row.movedTo,
    claimed_until: row.claimedUntil === null ? null : toIso(row.claimedUntil),
    featured_until: site.status === "featured" ? toIso(row.featuredUntil!) : null,
  };
}
