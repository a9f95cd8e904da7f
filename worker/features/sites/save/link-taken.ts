import { and, eq, ne, sql } from "drizzle-orm";
import { type Listed, ownLinkTaken } from "#schema/sites/link-previews.ts";
import { siteFields } from "#schema/sites/site-form.ts";
import { sites } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../db/connection.ts";
import { linkKey, pageKey } from "../../../names/keys.ts";

const ownSite = (db: Db, { ownerId, link }: { ownerId: number; link: string }) =>
  db
    .select({ id: sites.id, name: sites.name })
    .from(sites)
    .where(and(eq(sites.ownerId, ownerId), eq(sites.linkKey, linkKey(link))));

/** Returns the error 409 for a link that the owner lists already. It names that site. */
export async function linkTakenError(
  db: Db,
  { ownerId, link }: { ownerId: number | null; link: string },
): Promise<AppError> {
  const [listed] = await ownSite(db, { ownerId: ownerId ?? 0, link });
  const message = listed ? ownLinkTaken(listed.name) : "This link is already listed.";
  return new AppError("conflict", message, { fields: { link: message } });
}

/**
 * Finds the site that has a link already: the user's own one, which refuses another, or else a public one, so that another
 * waits for review. `siteId`: the site that is edited.
 */
export async function findListed(
  db: Db,
  { link: entered, userId, siteId }: { link: string; userId: number; siteId: number },
): Promise<Listed | undefined> {
  const { data: link } = siteFields.shape.link.safeParse(entered);
  if (link === undefined) return undefined;
  const [[own], [other]] = await db.batch([
    ownSite(db, { ownerId: userId, link }),
    db
      .select({ name: sites.name, slug: sites.slug })
      .from(sites)
      .where(
        and(
          eq(sites.pageKey, pageKey(link)),
          eq(sites.review, "active"),
          sql`${sites.ownerId} IS NOT ${userId}`,
          ne(sites.id, siteId),
        ),
      )
      .limit(1),
  ]);
  return own?.id === siteId ? undefined : (own ?? other);
}
