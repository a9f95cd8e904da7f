import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { TeamSize } from "#schema/facts/facts.ts";
import { MIN_FIGURES, type Moved, toFigures } from "#schema/sites/switches.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { switchCounts, switches } from "#schema/tables/switches.ts";
import type { Db } from "../../db/connection.ts";
import { shows } from "../../http/edge-scope.ts";
import { countTexts } from "../products/guide.ts";
import { isActive } from "../sites/rows/rows.ts";
import { isShown, ofTeam, productName, toSwitch } from "./queries.ts";

const PAIRS_SHOWN = 3;
const TEXTS_SHOWN = 6;
/** So many of the newest answers say what was missing. */
const COUNTED_ANSWERS = 200;

const site = { name: sites.name, slug: sites.slug };

/** Selects the pairs with the most answers. */
const pairsStatement = (db: Db, isWanted: SQL, team: TeamSize | null) =>
  db
    .select({ site, product: productName, counts: switchCounts })
    .from(switchCounts)
    .innerJoin(sites, eq(sites.id, switchCounts.siteId))
    .innerJoin(products, eq(products.id, switchCounts.productId))
    .where(and(isWanted, eq(switchCounts.teamSize, team ?? ""), gt(switchCounts.count, 0), isActive))
    .orderBy(desc(switchCounts.count))
    .limit(PAIRS_SHOWN);

/** Which answers a page shows: those of a product, or of a site. */
type Whose = { productId: SQL } | { siteId: SQL };

/** Selects what a page shows of those who moved. `toMoved` converts the rows. */
export function movedStatements(db: Db, whose: Whose, team: TeamSize | null) {
  const [ofCounts, ofAnswers] =
    "siteId" in whose
      ? [sql`${switchCounts.siteId} = ${whose.siteId}`, sql`${switches.siteId} = ${whose.siteId}`]
      : [sql`${switchCounts.productId} = ${whose.productId}`, sql`${switches.productId} = ${whose.productId}`];
  const answers = and(ofAnswers, isShown, ofTeam(team));
  return [
    pairsStatement(db, ofCounts, team),
    db
      .select({ fields: switches.fields })
      .from(switches)
      .where(answers)
      .orderBy(desc(switches.id))
      .limit(COUNTED_ANSWERS),
    db
      .select({ answer: switches, site, product: productName })
      .from(switches)
      .innerJoin(sites, eq(sites.id, switches.siteId))
      .innerJoin(products, eq(products.id, switches.productId))
      .where(and(answers, isActive))
      .orderBy(desc(switches.id))
      .limit(TEXTS_SHOWN),
  ] as const;
}

type ResultsOf<Statements extends readonly unknown[]> = { -readonly [N in keyof Statements]: Awaited<Statements[N]> };

export function toMoved(
  [pairs, newest, texts]: ResultsOf<ReturnType<typeof movedStatements>>,
  team: TeamSize | null,
): Moved {
  shows(
    ...[...pairs, ...texts].flatMap(
      ({ site: to, product: from }) => [`site:${to.slug}`, `product:${from.slug}`] as const,
    ),
  );
  const hasFigures = pairs.some(({ counts }) => counts.count >= MIN_FIGURES);
  return {
    pairs: pairs.map(({ counts, ...pair }) => ({ ...pair, ...toFigures(counts) })),
    missing: hasFigures ? countTexts(newest.map(({ fields }) => fields.missing)) : [],
    texts: texts.map(({ answer, site: to, product: from }) => ({
      ...toSwitch(answer),
      site: { ...to, id: answer.siteId },
      product: from,
    })),
    team,
  };
}
