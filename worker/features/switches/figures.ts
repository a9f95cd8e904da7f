import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { TEAM_SIZES, type TeamSize } from "#schema/facts/facts.ts";
import { MIN_FIGURES, type Moved, toFigures } from "#schema/sites/switches.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import type { Db } from "../../db/connection.ts";
import { shows } from "../../http/edge-scope.ts";
import { countTexts, type ResultsOf } from "../products/guide.ts";
import { counts, isShown, productName, toSwitch } from "./queries.ts";

const PAIRS_SHOWN = 3;
const TEXTS_SHOWN = 6;
/** So many of the newest answers say what was missing. */
const COUNTED_ANSWERS = 100;

const isSeen = and(isShown, eq(sites.review, "active"));
const site = { name: sites.name, slug: sites.slug };
/** "": no site names the product any longer, so it has no page. */
const slug = sql<string>`iif(${products.siteCount} > 0, ${products.slug}, '')`.as("product_slug");
const product = { ...productName, slug };

/** Null for anything else. */
export const readTeam = (value: string | null): TeamSize | null =>
  value !== null && Object.hasOwn(TEAM_SIZES, value) ? (value as TeamSize) : null;

/** Selects the pairs with these answers, those with the most first. `toFigures` converts the counts. */
export const pairsStatement = (db: Db, answers: SQL | undefined) =>
  db
    .select({ site, product, ...counts })
    .from(switches)
    .innerJoin(sites, eq(sites.id, switches.siteId))
    .innerJoin(products, eq(products.id, switches.productId))
    .where(and(answers, isSeen))
    .groupBy(switches.productId, switches.siteId)
    .orderBy(desc(counts.count));

/** Selects what a page shows of those who moved: of a product, or to a site. `toMoved` converts the rows. */
export function movedStatements(db: Db, whose: SQL, team: TeamSize | null) {
  const answers = and(whose, team ? sql`${switches.fields} ->> 'team_size' = ${team}` : undefined);
  return [
    pairsStatement(db, answers).limit(PAIRS_SHOWN),
    db
      .select({ answer: switches, site, product })
      .from(switches)
      .innerJoin(sites, eq(sites.id, switches.siteId))
      .innerJoin(products, eq(products.id, switches.productId))
      .where(and(answers, isSeen))
      .orderBy(desc(switches.id))
      .limit(COUNTED_ANSWERS),
  ] as const;
}

export function toMoved([pairs, newest]: ResultsOf<ReturnType<typeof movedStatements>>, team: TeamSize | null): Moved {
  const texts = newest.slice(0, TEXTS_SHOWN);
  shows(
    ...[...pairs, ...texts].flatMap(
      ({ site: to, product: from }) => [`site:${to.slug}`, `product:${from.slug}`] as const,
    ),
  );
  const hasFigures = pairs.some(({ count }) => count >= MIN_FIGURES);
  return {
    pairs: pairs.map((pair) => ({ site: pair.site, product: pair.product, ...toFigures(pair) })),
    missing: hasFigures ? countTexts(newest.map(({ answer }) => answer.fields.missing)) : [],
    texts: texts.map(({ answer, site: to, product: from }) => ({
      ...toSwitch(answer),
      site: { ...to, id: answer.siteId },
      product: from,
    })),
    team,
  };
}
