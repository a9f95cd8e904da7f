import { isCategory } from "#schema/sites/sites.ts";
import type { Db } from "../../db/connection.ts";
import { AppError } from "../../errors.ts";
import { deletedPostStatement, postStatement, requirePost } from "../blogs/queries.ts";
import { categoryCountsStatement, countOf } from "../sites/read/category-counts.ts";
import { deletedSlugStatement, requireSite, siteStatement } from "../sites/read/queries.ts";
import { findComparison } from "../sites/compare/queries.ts";
import { productStatement } from "../products/queries.ts";
import { ofCategory, ofComparison, ofPost, ofProduct, ofSite, type ShareKind, type SharePage } from "./share-page.ts";

type Options = { now: number; directory: string };

/** @throws AppError 404 or 410 like the page. */
export async function findSharePage(
  db: Db,
  { kind, slug }: { kind: ShareKind; slug: string },
  { now, directory }: Options,
): Promise<SharePage> {
  switch (kind) {
    case "site": {
      const [rows, deleted] = await db.batch([siteStatement(db, slug), deletedSlugStatement(db, slug)]);
      return ofSite(requireSite(rows, deleted), directory);
    }
    case "product": {
      const [product] = await productStatement(db, slug, now);
      if (!product) throw new AppError("not_found", "Alternative not found");
      return ofProduct(product, directory);
    }
    case "category": {
      if (!isCategory(slug)) throw new AppError("not_found", "Category not found");
      return ofCategory(slug, countOf(await categoryCountsStatement(db), slug), directory);
    }
    case "comparison":
      return ofComparison((await findComparison(db, slug, now)).sites, directory);
    case "post": {
      const [posts, deleted] = await db.batch([
        postStatement(db, { slug, visibleAt: now }),
        deletedPostStatement(db, slug),
      ]);
      return ofPost(requirePost(posts, deleted), directory);
    }
  }
}
