import { sql } from "drizzle-orm";
import type { ComparedSite } from "#schema/sites/comparisons.ts";
import type { ProductNames } from "#schema/facts/fact-texts.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";
import { queryRows } from "../../../db/raw.ts";
import { AppError } from "../../../errors.ts";
import { importedProductsStatement, toProductLinks } from "../../products/queries.ts";
import { screenshotsOf } from "../rows/images.ts";
import { deletedSlugStatement, requireSite } from "../read/queries.ts";
import { isActive, linkedAlternatives, siteSelection, toSite } from "../rows/rows.ts";
import { possibleSlugs, splitSlugs } from "./joined-slugs.ts";

const comparedStatement = (db: Db, slugs: string[]) =>
  queryRows(
    db,
    { ...siteSelection, alternatives: linkedAlternatives, screenshots: screenshotsOf },
    (columns) => sql`SELECT ${columns} FROM ${sites} WHERE ${sites.slug} IN ${jsonList(slugs)} AND ${isActive}`,
  );

type ComparedRow = Awaited<ReturnType<typeof comparedStatement>>[number];

function toCompared(row: ComparedRow, now: number): ComparedSite {
  toProductLinks(row.alternatives);
  return {
    ...toSite(row, now),
    alternatives: row.alternatives,
    screenshots: row.screenshots,
    interactions: { likes: row.likeCount, comments: 0 },
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

export type Comparison = { sites: ComparedSite[]; products: ProductNames };

/**
 * Returns the sites of an address by slug, and the products that they import from. One round trip, because all slugs that
 * the address can mean are read.
 * @throws AppError 410 if it names a deleted site, 404 if it names an unknown one.
 */
export async function findComparison(db: Db, joined: string, now: number): Promise<Comparison> {
  const possible = possibleSlugs(joined);
  if (possible.length === 0) throw new AppError("not_found", "Comparison not found");
  const [rows, deleted, imported] = await db.batch([
    comparedStatement(db, possible),
    deletedSlugStatement(db, ...possible),
    importedProductsStatement(db, ...possible),
  ]);
  const found = new Map(rows.map((row) => [row.slug, row]));
  const gone = new Set(deleted.map(({ slug }) => slug));
  const slugs = splitSlugs(joined, (slug) => found.has(slug));
  if (!slugs) {
    const isGone = splitSlugs(joined, (slug) => found.has(slug) || gone.has(slug)) !== undefined;
    throw new AppError(isGone ? "gone" : "not_found", "Comparison not found");
  }
  toProductLinks(imported);
  return {
    sites: slugs.toSorted().map((slug) => toCompared(found.get(slug)!, now)),
    products: Object.fromEntries(imported.map(({ stated, name }) => [stated, name])),
  };
}
