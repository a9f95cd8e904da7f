import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { TeamSize } from "#schema/facts/facts.ts";
import { MIN_FIGURES, type Moved, toFigures } from "#schema/sites/switches.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import type { Db } from "../../db/connection.ts";
import { shows } from "../../http/edge-scope.ts";
import { countTexts } from "../products/guide.ts";
import { counts, isShown, ofTeam, productName, toSwitch } from "./queries.ts";

const PAIRS_SHOWN = 3;
const TEXTS_SHOWN = 6;
/** So many of the newest answers say what was missing. */
const COUNTED_ANSWERS = 200;

const site = { name: sites.name, slug: sites.slug };
/** "": no site names the product any longer, so it has no page. */
const slug = sql<string>`iif(${products.siteCount} > 0, ${products.slug}, '')`.as("product_slug");
const product = { ...productName, slug };

/** Selects what a page shows of those who moved: of a product, or to a site. `toMoved` converts the rows. */
export function movedStatements(db: Db, whose: SQL, team: TeamSize | null) {
  const answers = and(whose, isShown, ofTeam(team), eq(sites.review, "active"));
  return [
    db
      .select({ site, product, ...counts })
      .from(switches)
      .innerJoin(sites, eq(sites.id, switches.siteId))
      .innerJoin(products, eq(products.id, switches.productId))
      .where(answers)
      .groupBy(switches.productId, switches.siteId)
      .orderBy(desc(counts.count))
      .limit(PAIRS_SHOWN),
    db
      .select({ fields: switches.fields })
      .from(switches)
      .innerJoin(sites, eq(sites.id, switches.siteId))
      .where(answers)
      .orderBy(desc(switches.id))
      .limit(COUNTED_ANSWERS),
    db
      .select({ answer: switches, site, product })
      .from(switches)
      .innerJoin(sites, eq(sites.id, switches.siteId))
      .innerJoin(products, eq(products.id, switches.productId))
      .where(answers)
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
  const hasFigures = pairs.some(({ count }) => count >= MIN_FIGURES);
  return {
    pairs: pairs.map((pair) => ({ site: pair.site, product: pair.product, ...toFigures(pair) })),
    missing: hasFigures ? countTexts(newest.map(({ fields }) => fields.missing)) : [],
    texts: texts.map(({ answer, site: to, product: from }) => ({
      ...toSwitch(answer),
      site: { ...to, id: answer.siteId },
      product: from,
    })),
    team,
  };
}
