import { and, eq, type SQL, sql } from "drizzle-orm";
import { toIso } from "#schema/values/dates.ts";
import type { FactSources } from "#schema/facts/facts.ts";
import { type Alive, isGone, UNCHECKED } from "#schema/sites/life.ts";
import type { Alternative, ListingTier, Pair, SiteSummary, StatedPair } from "#schema/sites/sites.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { columnName, type RowOf } from "../../../db/raw.ts";
import { shows, showsUntil } from "../../../http/edge-scope.ts";
import { isShown } from "../../switches/queries.ts";
import { listImages } from "./images.ts";
import { fieldSelection, fieldsOf } from "./fields.ts";

/**
 * The condition for sites that visitors see. It has no parameter, because SQLite uses a partial index only if the query
 * contains the condition of the index.
 */
export const isActive = sql`${sites.review} = 'active'`;

const STATED = {
  id: alternatives.id,
  name: alternatives.name,
  link: alternatives.link,
  description: alternatives.description,
};

const pairText = sql`'pair', json(${columnName(alternatives.pair)}), 'statedAt', ${columnName(alternatives.pairChangedAt)}`;

/** The alternatives of a site in its owner's order, with these fields. The query must use the table `sites`. */
export function alternativesOf<F extends keyof typeof STATED>(...fields: F[]) {
  return listOfAlternatives(fields)
    .mapWith((list: string) => JSON.parse(list) as Pick<Alternative, F>[])
    .as("alternatives");
}

const ALL_FIELDS = ["id", "name", "link", "description"] as const;

/** All fields, and how the site replaces each product. */
export const statedAlternatives = listOfAlternatives(ALL_FIELDS, pairText)
  .mapWith((list: string) => toStated<Alternative>(list))
  .as("alternatives");

/** Also with the slug of each product. */
export const linkedAlternatives = listOfAlternatives(
  ALL_FIELDS,
  sql`${pairText}, 'slug', (SELECT ${products.slug} FROM ${products} WHERE ${products.id} = ${columnName(alternatives.productId)})`,
)
  .mapWith((list: string) => toStated<Alternative & { slug: string }>(list))
  .as("alternatives");

const toStated = <A extends Alternative>(list: string) =>
  (JSON.parse(list) as (Omit<A, keyof StatedPair> & PairColumns)[]).map(
    ({ pair, statedAt, ...named }) => ({ ...named, ...toStatedPair({ pair, statedAt }) }) as unknown as A,
  );

function listOfAlternatives(fields: readonly (keyof typeof STATED)[], more?: SQL) {
  const parts = fields.map((field) => sql`${sql.raw(`'${field}'`)}, ${columnName(STATED[field])}`);
  // In a part of its own, because Drizzle writes the columns of the outermost part without their table if a query selects
  // from one table: `site_id = id` would compare columns of `alternatives`.
  const listed = sql`SELECT * FROM ${alternatives} WHERE ${alternatives.siteId} = ${sites.id} ORDER BY ${alternatives.position}`;
  return sql`(SELECT json_group_array(json_object(${sql.join([...parts, ...(more ? [more] : [])], sql`, `)})) FROM (${listed}))`;
}

type PairColumns = { pair: Pair | null; statedAt: number | null };

/** Returns {} if the owner has not said how the site replaces the product. */
export const toStatedPair = ({ pair, statedAt }: PairColumns): StatedPair =>
  pair === null ? {} : { ...pair, ...(statedAt !== null && { stated_at: toIso(statedAt) }) };

/** `toSite` converts a row. The query must use the table `sites`. */
export const siteSelection = {
  id: sites.id,
  slug: sites.slug,
  ...fieldSelection,
  featuredUntil: sites.featuredUntil,
  likeCount: sites.likeCount,
  createdAt: sites.createdAt,
  updatedAt: sites.updatedAt,
  aliveState: sites.aliveState,
  aliveSince: sites.aliveSince,
  checkedAt: sites.checkedAt,
  standing: sites.standing,
  standingByStaff: sites.standingByStaff,
  verifiedBy: sites.verifiedBy,
  verifiedSince: sites.verifiedSince,
  ...listImages,
  alternatives: alternativesOf("id", "name"),
};

/** Of people who moved to the site. */
export const answerCount =
  sql<number>`(SELECT count(*) FROM ${switches} WHERE ${and(eq(switches.siteId, sites.id), isShown)})`.as(
    "answerCount",
  );

export type SiteRow = RowOf<typeof siteSelection>;

/** The tier is computed at each read, so no job must run when a paid period ends. Times are Unix ms. */
export const tierAt = (featuredUntil: number | null, now: number): ListingTier =>
  featuredUntil !== null && featuredUntil > now ? "featured" : "basic";

/** A source stays stored when its fact is no longer stated. */
const sourcesOfStated = ({ facts, fact_sources }: Pick<SiteRow, "facts" | "fact_sources">): FactSources =>
  Object.fromEntries(Object.entries(fact_sources).filter(([name]) => name in facts));

const isoOrNull = (time: number | null) => (time === null ? null : toIso(time));

const aliveOf = ({ aliveState: state, checkedAt, aliveSince }: SiteRow): Alive => ({
  state,
  checked_at: isoOrNull(checkedAt),
  since: isoOrNull(aliveSince),
});

export function toSite(row: SiteRow, now: number): SiteSummary {
  const status = tierAt(row.featuredUntil, now);
  shows(`site:${row.slug}`);
  if (status === "featured") showsUntil(row.featuredUntil!);
  return {
    id: row.id,
    slug: row.slug,
    ...fieldsOf(row),
    fact_sources: sourcesOfStated(row),
    status,
    logo: row.logo,
    screenshot: row.screenshot,
    like_count: row.likeCount,
    alternatives: row.alternatives,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
    // Staff know that the site lives.
    alive: row.standingByStaff === "open" && isGone(row.aliveState) ? UNCHECKED : aliveOf(row),
    standing: row.standing,
    verified: row.verifiedBy && { method: row.verifiedBy, since: toIso(row.verifiedSince!) },
  };
}
