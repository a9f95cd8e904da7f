import type { SQL } from "drizzle-orm";
import { articles } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../../db/connection.ts";
import { excluded } from "../../../db/raw.ts";
import { imageUseStatements, uploadKeysIn } from "../../media/image-uses.ts";

type Article = { siteId: number | SQL; content: string; isNew?: boolean };

/**
 * Returns the statements of a batch that store an article (a cleaned Editor.js document as JSON) and the uploads that it
 * uses. `isNew`: the site has no article yet.
 */
export function saveArticle(db: Db, { siteId, content, isNew = false }: Article): Statement[] {
  const uploads = uploadKeysIn(content);
  return [
    db
      .insert(articles)
      .values({ siteId, content })
      .onConflictDoUpdate({ target: articles.siteId, set: { content: excluded(articles.content) } }),
    ...(isNew && uploads.length === 0 ? [] : imageUseStatements(db, { siteId }, uploads)),
  ];
}
