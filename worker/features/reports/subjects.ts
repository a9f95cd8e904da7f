import { and, eq } from "drizzle-orm";
import type { ReportPage } from "#schema/pages/pages.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { AppError } from "../../errors.ts";
import { productStatement, toProductLinks } from "../products/queries.ts";
import { deletedSlugStatement, requireSite } from "../sites/read/queries.ts";
import { isActive, linkedAlternatives, siteSelection, toSite } from "../sites/rows/rows.ts";

/** Finds what somebody reports. @throws AppError 404 if visitors see no such site, 410 if it was deleted. */
export async function findReportedSite(db: Db, which: { id: number } | { slug: string }, now: number) {
  const isIt = "id" in which ? eq(sites.id, which.id) : eq(sites.slug, which.slug);
  const selection = { ...siteSelection, alternatives: linkedAlternatives };
  const [rows, deleted] = await db.batch([
    db.select(selection).from(sites).where(and(isIt, isActive)),
    deletedSlugStatement(db, "slug" in which ? which.slug : ""),
  ]);
  const row = requireSite(rows, deleted);
  const { id, slug, name, link, description, category, facts } = toSite(row, now);
  const alternatives = toProductLinks(row.alternatives).map((one) => ({ name: one.name, link: one.link }));
  return { site: { id, slug, name, link, description, category, facts, alternatives }, product: null };
}

/** @throws AppError 404 if visitors see no such product. */
export async function findReportedProduct(db: Db, asked: string, now: number) {
  const [found] = toProductLinks(await productStatement(db, asked, now));
  if (!found) throw new AppError("not_found", "Alternative not found");
  const { id, slug, name, link } = found;
  return { site: null, product: { id, slug, name, link } };
}

export const findReportPage = (db: Db, kind: string, slug: string, now: number): Promise<ReportPage> =>
  kind === "site" ? findReportedSite(db, { slug }, now) : findReportedProduct(db, kind === "product" ? slug : "", now);
