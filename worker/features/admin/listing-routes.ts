import { and, eq, ne, or, sql } from "drizzle-orm";
import { Hono } from "hono";
import type { ReviewedListing, ShownListing } from "#schema/admin.ts";
import type { Answers } from "#schema/calls.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import type { AppEnv } from "../../env.ts";
import { requireId } from "../../http/query.ts";
import { nameKey, pageKey } from "../../names/keys.ts";
import { toArticle } from "../documents/article.ts";
import { toUnsignedArticle } from "../documents/require-document.ts";
import { imageSigner } from "../media/remote-images.ts";
import { requireStaff } from "../sessions/guards.ts";
import { type EditableSiteRow, editableSiteStatement, findEditableSite } from "../sites/read/owner-sites.ts";
import { findMixedScripts, findSpam } from "../sites/save/spam.ts";

/** GET /api/admin/listings/{id}/: a listing as staff read it to decide on it. */
export const listingRoutes = new Hono<AppEnv>({ strict: false }).get("/:id", requireStaff, async (c) => {
  const { db, user } = c.var;
  const listing = await findEditableSite(db, user, { id: requireId(c, "Site not found") });
  const [found] = await rivalStatement(db, listing);
  const [rival] = found ? await editableSiteStatement(db, user, found) : [];
  const imageUrl = imageSigner(c);
  const answer: ReviewedListing = {
    listing: toShown(listing, imageUrl),
    findings: findingsIn(listing),
    rival: rival ? toShown(rival, imageUrl) : null,
  };
  return c.json<Answers["GET admin/listings/:id/"]>(answer);
});

/** Selects a public listing of another owner with the same page, or else with the same name. */
const rivalStatement = (db: Db, { id, ownerId, link, name }: EditableSiteRow) => {
  const isSamePage = eq(sites.pageKey, pageKey(link));
  return db
    .select({ id: sites.id })
    .from(sites)
    .where(
      and(
        or(isSamePage, eq(sites.nameKey, nameKey(name))),
        eq(sites.review, sql`'active'`),
        ne(sites.id, id),
        sql`${sites.ownerId} IS NOT ${ownerId}`,
      ),
    )
    .orderBy(sql`${isSamePage} DESC`, sites.id)
    .limit(1);
};

function findingsIn({ content, screenshots, ...listing }: EditableSiteRow) {
  const screenshotTexts = screenshots.flatMap(({ alt, caption }) => [alt, caption]);
  return [
    ...findMixedScripts(listing),
    ...findSpam({ ...listing, article: toUnsignedArticle(content), screenshotTexts }),
  ];
}

const toShown = (
  { name, slug, link, description, alternatives, content }: EditableSiteRow,
  imageUrl: (url: string) => string,
): ShownListing => ({
  name,
  slug,
  link,
  description,
  alternatives: alternatives.map((alternative) => ({ name: alternative.name, link: alternative.link })),
  article: toArticle(content ?? "", { imageUrl }),
});
