import { and, eq } from "drizzle-orm";
import { ASKED_FACTS, type Facts } from "#schema/facts/facts.ts";
import type { ReportPage } from "#schema/pages/pages.ts";
import { productPath, sitePath } from "#schema/pages/paths.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { AppError } from "../../errors.ts";
import { shows } from "../../http/edge-scope.ts";
import { parseId } from "../../http/query.ts";
import { productStatement, toProductLinks } from "../products/queries.ts";
import { alternativesOf, isActive, siteSelection } from "../sites/rows/rows.ts";

type Product = { name: string; link: string };
type Listing = Product & { description: string; category: string; facts: Facts; alternatives: Product[] };

export const saidBy = ({ name, link, description, category, facts, alternatives }: Listing) => ({
  name,
  link,
  description,
  category,
  alternatives: alternatives.map((product) => ({
    name: product.name,
    link: product.link,
  })),
  ...Object.fromEntries(ASKED_FACTS.map((fact) => [`facts.${fact}`, facts[fact] ?? null])),
});

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** `key`: the id of a site, or the slug of a product. @throws AppError 404 if visitors see no such page. */
export async function findReportPage(db: Db, kind: string, key: string, now: number): Promise<ReportPage> {
  if (kind === "sites") {
    const isIt = and(eq(sites.id, parseId(key) ?? 0), isActive);
    const selection = { ...siteSelection, alternatives: alternativesOf("name", "link") };
    const [site] = await db.select(selection).from(sites).where(isIt);
    if (!site) throw new AppError("not_found", "Site not found");
    shows(`site:${site.slug}`);
    return { kind, key, id: site.id, path: sitePath(site.slug), said: saidBy(site) };
  }
  const [product] = toProductLinks(kind === "products" ? await productStatement(db, key, now) : []);
  if (!product) throw new AppError("not_found", "Alternative not found");
  const { id, slug, name, link } = product;
  return { kind: "products", key, id, path: productPath(slug), said: { name, link } };
}
