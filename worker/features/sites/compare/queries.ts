import { inArray, sql } from "drizzle-orm";
import { type ComparedSite, productOfAll } from "#schema/sites/comparisons.ts";
import type { ComparePage, SiteLink } from "#schema/pages/pages.ts";
import { linesOf, parseChoice } from "#schema/sites/product-guide.ts";
import type { ProductNames } from "#schema/facts/fact-texts.ts";
import { toFigures } from "#schema/sites/switches.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";
import { queryRows } from "../../../db/raw.ts";
import { AppError } from "../../../errors.ts";
import { importedProductsStatement, toProductLinks } from "../../products/queries.ts";
import { pairsStatement } from "../../switches/figures.ts";
import { screenshotsOf } from "../rows/images.ts";
import { deletedSlugStatement, requireSite } from "../read/queries.ts";
import { answerCount, isActive, linkedAlternatives, siteSelection, toSite } from "../rows/rows.ts";
import { possibleSlugs, splitSlugs } from "./joined-slugs.ts";

const selection = { ...siteSelection, answerCount, alternatives: linkedAlternatives, screenshots: screenshotsOf };

const comparedStatement = (db: Db, slugs: string[]) =>
  queryRows(
    db,
    selection,
    (columns) => sql`SELECT ${columns} FROM ${sites} WHERE ${sites.slug} IN ${jsonList(slugs)} AND ${isActive}`,
  );

/** Selects the listing of each product that several of the sites replace. Other software may have its slug. */
const leftStatement = (db: Db, slugs: string[]) =>
  queryRows(
    db,
    { ...selection, product: sql`left_product.slug`.mapWith(String) },
    (columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${products.slug} AS slug, (
        SELECT listed.id FROM ${sites} AS listed
        WHERE listed.review = 'active' AND listed.fact_count > 0 AND (listed.link_key = ${products.linkKey}
          OR (listed.slug = ${products.slug} AND listed.category IN (SELECT category FROM ${sites} WHERE slug IN ${jsonList(slugs)})))
        ORDER BY listed.link_key = ${products.linkKey} DESC, listed.id LIMIT 1
      ) AS listing_id
      FROM ${sites} CROSS JOIN ${alternatives} ON ${alternatives.siteId} = ${sites.id}
      CROSS JOIN ${products} ON ${products.id} = ${alternatives.productId}
      WHERE ${sites.slug} IN ${jsonList(slugs)} AND ${isActive} GROUP BY ${products.id} HAVING count(*) > 1
    ) AS left_product CROSS JOIN ${sites} ON ${sites.id} = left_product.listing_id`,
  );

/** Selects what staff write on which alternative to choose, of each product that one of the sites replaces. */
const choicesStatement = (db: Db, slugs: string[]) =>
  queryRows(
    db,
    { slug: products.slug, choices: products.choices, by: products.choicesBy },
    (columns) => sql`
    SELECT ${columns} FROM ${products} WHERE ${products.choices} <> '' AND ${products.id} IN (
      SELECT ${alternatives.productId} FROM ${sites} CROSS JOIN ${alternatives} ON ${alternatives.siteId} = ${sites.id}
      WHERE ${sites.slug} IN ${jsonList(slugs)} AND ${isActive}
    )`,
  );

type ComparedRow = Awaited<ReturnType<typeof comparedStatement>>[number];

function toCompared(row: ComparedRow, now: number): ComparedSite {
  toProductLinks(row.alternatives);
  return {
    ...toSite(row, now),
    alternatives: row.alternatives,
    screenshots: row.screenshots,
    interactions: { likes: row.likeCount, comments: row.answerCount },
  };
}

/**
 * Returns the sites in the order of the slugs.
 * @throws AppError 410 if one was deleted, 404 if one never existed or is not active.
 */
export async function findComparedSites(db: Db, slugs: string[], now: number): Promise<ComparedSite[]> {
  const [rows, deleted] = await db.batch([comparedStatement(db, slugs), deletedSlugStatement(db, ...slugs)]);
  return slugs.map((slug) => {
    const isNamed = (named: { slug: string }) => named.slug === slug;
    return toCompared(requireSite([rows.find(isNamed)], deleted.filter(isNamed)), now);
  });
}

export type Comparison = {
  sites: ComparedSite[];
  product: SiteLink | null;
  leaves: ComparedSite | null;
  choices: ComparePage["choices"];
  moved: ComparePage["moved"];
  products: ProductNames;
};

/**
 * Returns the sites of an address by slug, the product that all of them replace (`leaving` if it is one of several), its
 * listing if its facts are known, what staff write on which site to choose instead of it, and the products that they
 * import from. One round trip, because all slugs that the address can mean are read.
 * @throws AppError 410 if it names a deleted site, 404 if it names an unknown one.
 */
export async function findComparison(
  db: Db,
  joined: string,
  now: number,
  leaving?: string | null,
): Promise<Comparison> {
  const possible = possibleSlugs(joined);
  if (possible.length === 0) throw new AppError("not_found", "Comparison not found");
  const [rows, deleted, imported, left, written, moved] = await db.batch([
    comparedStatement(db, possible),
    deletedSlugStatement(db, ...possible),
    importedProductsStatement(db, ...possible),
    leftStatement(db, possible),
    choicesStatement(db, possible),
    pairsStatement(db, inArray(sites.slug, jsonList(possible))),
  ]);
  const found = new Map(rows.map((row) => [row.slug, row]));
  const slugs = splitSlugs(joined, (slug) => found.has(slug));
  if (!slugs) {
    const isGone = splitSlugs(joined, (slug) => found.has(slug) || deleted.some((row) => row.slug === slug));
    throw new AppError(isGone ? "gone" : "not_found", "Comparison not found");
  }
  toProductLinks(imported);
  const compared = slugs.toSorted().map((slug) => toCompared(found.get(slug)!, now));
  const product = productOfAll(compared, leaving);
  const listing = left.find((row) => row.product === product?.slug && !slugs.includes(row.slug));
  const choices = written.find(({ slug }) => slug === product?.slug);
  const lines = linesOf(choices?.choices ?? "").flatMap((line) => parseChoice(line) ?? []);
  const chosen = lines.filter(({ slug }) => slugs.includes(slug));
  return {
    sites: compared,
    product: product ? { name: product.name, slug: product.slug } : null,
    leaves: listing ? toCompared(listing, now) : null,
    moved: Object.fromEntries(
      moved.flatMap((row) => (row.product.slug === product?.slug ? [[row.site.slug, toFigures(row)]] : [])),
    ),
    choices: choices && chosen.length > 0 ? { lines: chosen, by: choices.by } : null,
    products: Object.fromEntries(imported.map(({ stated, name }) => [stated, name])),
  };
}
