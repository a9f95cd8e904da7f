import { and, eq } from "drizzle-orm";
import type { LinkPreview } from "#schema/sites/link-previews.ts";
import { sitePath } from "#schema/pages/paths.ts";
import { sites } from "#schema/tables/sites.ts";
import { parseSiteSlug } from "#schema/values/urls.ts";
import type { Db } from "../../db/connection.ts";

/** Reads site pages of this directory from D1: a Worker cannot fetch its own URL. Undefined for other links. */
export async function findDirectoryPage(db: Db, url: string, origin: string): Promise<LinkPreview | undefined> {
  const slug = parseSiteSlug(url, origin);
  if (!slug) return undefined;
  const [site] = await db
    .select({ name: sites.name, description: sites.description })
    .from(sites)
    .where(and(eq(sites.slug, slug), eq(sites.review, "active")));
  if (!site) return undefined;
  const { name, description } = site;
  return {
    success: 1,
    link: origin + sitePath(encodeURIComponent(slug)),
    meta: { title: name, description, site_name: "" },
  };
}
