import { and, eq, type SQL, sql } from "drizzle-orm";
import { toIso } from "#schema/values/dates.ts";
import {
  COUNTED_ALTERNATIVES,
  type GuideCounts,
  linesOf,
  MAX_COUNTED_REASONS,
  type MovingOut,
  parseChoice,
  type ProductGuide,
} from "#schema/sites/product-guide.ts";
import { facetCounts } from "#schema/tables/facts.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows, withTableNames } from "../../db/raw.ts";
import { shows } from "../../http/edge-scope.ts";
import { productIdOfSlug } from "./queries.ts";

const isActive = sql`${sites.review} = 'active'`;

/** Selects what the page of a product says beside its list. `toGuide` converts the rows. */
export const guideStatements = (db: Db, slug: string) =>
  [
    textsStatement(db, slug),
    ownListingStatement(db, slug),
    addsStatement(db, slug),
    chosenSitesStatement(db, slug),
  ] as const;

/** Filter and value in `facet_counts`. */
const COUNTED: Record<keyof GuideCounts, [filter: string, value: SQL]> = {
  open_source: ["open_source", sql`'1'`],
  self_hosted: ["hosting", sql`'self_hosted'`],
  free: ["pricing", sql`'free'`],
  imports: ["imports_from", sql`${products.slug}`],
};

const countOf = (name: keyof GuideCounts) => {
  const [filter, value] = COUNTED[name];
  return withTableNames(sql`coalesce((
    SELECT ${facetCounts.siteCount} FROM ${facetCounts} WHERE ${facetCounts.scope} = 'r' || ${products.id}
      AND ${facetCounts.filter} = ${filter} AND ${facetCounts.value} = ${value}
  ), 0)`).mapWith(Number);
};

export const movingOutColumns = {
  exportFormats: products.exportFormats,
  exportSteps: products.exportSteps,
  exportLink: products.exportLink,
  exportChangedAt: products.exportChangedAt,
};

const textsStatement = (db: Db, slug: string) =>
  db
    .select({
      about: products.about,
      whyLeave: products.whyLeave,
      ...movingOutColumns,
      choices: products.choices,
      choicesBy: products.choicesBy,
      choicesChangedAt: products.choicesChangedAt,
      counts: {
        open_source: countOf("open_source"),
        self_hosted: countOf("self_hosted"),
        free: countOf("free"),
        imports: countOf("imports"),
      },
    })
    .from(products)
    .where(eq(products.id, productIdOfSlug(slug)));

/** The oldest listing that leads to the product. */
const ownListingStatement = (db: Db, slug: string) =>
  db
    .select({
      slug: sites.slug,
      description: sites.description,
      facts: sites.facts,
      facts_checked_at: sites.factsCheckedAt,
    })
    .from(sites)
    .where(
      and(
        eq(
          sites.linkKey,
          sql`(SELECT ${products.linkKey} FROM ${products} WHERE ${products.id} = ${productIdOfSlug(slug)})`,
        ),
        isActive,
      ),
    )
    .orderBy(sites.id)
    .limit(1);

/** The newest first. The limit comes before the join, so that hidden listings cost no further rows. */
const addsStatement = (db: Db, slug: string) =>
  queryRows(
    db,
    { adds: sql`listed.adds`.mapWith((text: string) => JSON.parse(text) as string[]) },
    (columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${alternatives.siteId} AS site_id, ${alternatives.pair} -> '$.adds' AS adds FROM ${alternatives}
      WHERE ${alternatives.productId} = ${productIdOfSlug(slug)} ORDER BY ${alternatives.siteId} DESC LIMIT ${COUNTED_ALTERNATIVES}
    ) AS listed CROSS JOIN ${sites} ON ${sites.id} = listed.site_id WHERE listed.adds IS NOT NULL AND ${isActive}`,
  );

/** SQL for the lines of `choices` as a JSON array. */
const choiceLines = sql`'["' || replace(replace(replace(${products.choices}, '\\', '\\\\'), '"', '\\"'), char(10), '","') || '"]'`;

/** The sites that `choices` names. */
const chosenSitesStatement = (db: Db, slug: string) =>
  queryRows(
    db,
    { slug: sites.slug, name: sites.name },
    (columns) => sql`
    SELECT ${columns} FROM ${products} CROSS JOIN json_each(${choiceLines}) AS line
    CROSS JOIN ${sites} ON ${sites.slug} = substr(line.value, 1, instr(line.value, ':') - 1)
    CROSS JOIN ${alternatives} ON ${alternatives.productId} = ${products.id} AND ${alternatives.siteId} = ${sites.id}
    WHERE ${products.id} = ${productIdOfSlug(slug)} AND ${products.choices} <> '' AND ${isActive}`,
  );

export type ResultsOf<Statements extends readonly unknown[]> = {
  -readonly [N in keyof Statements]: Awaited<Statements[N]>;
};

export function toGuide([[texts], [listing], added, chosen]: ResultsOf<
  ReturnType<typeof guideStatements>
>): ProductGuide {
  const rest = texts!;
  const lines = linesOf(rest.choices).flatMap((line) => {
    const choice = parseChoice(line);
    const site = choice && chosen.find(({ slug }) => slug === choice.slug);
    return site ? [{ ...site, text: choice.text }] : [];
  });
  shows(...[...(listing ? [listing] : []), ...chosen].map(({ slug }) => `site:${slug}` as const));
  return {
    about: rest.about,
    listing: listing ?? null,
    reasons: linesOf(rest.whyLeave),
    adds: countTexts(added.map(({ adds }) => adds)),
    moving_out: toMovingOut(rest),
    counts: rest.counts,
    choices: lines.length > 0 ? { lines, by: rest.choicesBy, changed_at: timeOrNull(rest.choicesChangedAt) } : null,
  };
}

type MovingOutRow = Pick<typeof products.$inferSelect, keyof typeof movingOutColumns>;

export function toMovingOut({ exportFormats: formats, exportLink: link, ...row }: MovingOutRow): MovingOut | null {
  if (!formats && !row.exportSteps && !link) return null;
  return { formats, steps: linesOf(row.exportSteps), link, changed_at: timeOrNull(row.exportChangedAt) };
}

const timeOrNull = (time: number | null) => (time === null ? null : toIso(time));

/** Texts that differ only in case are one. A list counts once for a text. The newest spelling is shown. */
export function countTexts(lists: string[][]): ProductGuide["adds"] {
  const found = new Map<string, { text: string; count: number }>();
  for (const list of lists) {
    for (const [key, text] of new Map(list.map((added) => [added.toLowerCase(), added]))) {
      const counted = found.get(key);
      if (counted) counted.count += 1;
      else found.set(key, { text, count: 1 });
    }
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_COUNTED_REASONS);
}
