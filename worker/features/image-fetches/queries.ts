import { and, eq, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "#schema/values/dates.ts";
import { MAX_SCREENSHOTS, type SiteImageKind } from "#schema/images/site-images.ts";
import { imageFetches, siteImages, uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { jsonValue, runQuery } from "../../db/raw.ts";
import { changes } from "../../http/edge-scope.ts";

/** A row of `image_fetches` without its site. */
export type NewImageFetch = {
  kind: SiteImageKind;
  /** Among the site's screenshots, from 0. */
  position: number;
  /** A public URL. */
  address: string;
  /** Empty if the image is decorative. */
  alt: string;
  caption: string;
};

/** `given` is a query of `site_id` and `value`, a `NewImageFetch` as JSON. The next cron run sends them to the queue. */
export function insertImageFetches(db: Db, given: SQL, now: number): Statement {
  const values = {
    siteId: sql.raw("given.site_id"),
    kind: jsonValue("kind"),
    position: jsonValue("position"),
    address: jsonValue("address"),
    alt: jsonValue("alt"),
    caption: jsonValue("caption"),
    dueAt: sql`${now}`,
    createdAt: sql`${now}`,
  };
  return runQuery(db, insertFrom(imageFetches, values, sql`FROM (${given}) AS given`));
}

/** A message that is lost is sent again after this time. */
const LEASE_MS = HOUR_MS;

/** Returns the ids of due rows, the oldest first. They are due again in an hour, unless the consumer deletes them. */
export async function leaseDueFetches(db: Db, { now, limit }: { now: number; limit: number }): Promise<number[]> {
  const due = db
    .select({ id: imageFetches.id })
    .from(imageFetches)
    .where(and(isNotNull(imageFetches.dueAt), lte(imageFetches.dueAt, now)))
    .orderBy(imageFetches.dueAt)
    .limit(limit);
  const leased = await db
    .update(imageFetches)
    .set({ dueAt: now + LEASE_MS })
    .where(inArray(imageFetches.id, due))
    .returning({ id: imageFetches.id });
  return leased.map(({ id }) => id);
}

/** The number of images of the row's kind that its site can still get. */
const freePlaces = sql<number>`iif(${imageFetches.kind} = 'logo', 1, ${MAX_SCREENSHOTS}) - (SELECT count(*) FROM ${siteImages}
  WHERE ${siteImages.siteId} = ${imageFetches.siteId} AND ${siteImages.kind} = ${imageFetches.kind})`;

/** Counts an attempt. Returns the row and the owner of its site, or undefined if it was stored, refused or deleted. */
export async function beginFetch(db: Db, id: number) {
  const isOpen = and(eq(imageFetches.id, id), isNotNull(imageFetches.dueAt));
  const [, [row]] = await db.batch([
    db
      .update(imageFetches)
      .set({ attempts: sql`${imageFetches.attempts} + 1` })
      .where(isOpen),
    db
      .select({
        kind: imageFetches.kind,
        address: imageFetches.address,
        attempts: imageFetches.attempts,
        ownerId: sites.ownerId,
        freePlaces: freePlaces.mapWith(Number),
      })
      .from(imageFetches)
      .innerJoin(sites, eq(sites.id, imageFetches.siteId))
      .where(isOpen),
  ]);
  return row;
}

/**
 * Shows an upload on the site of a row, and deletes the row. Returns false if the site did not get it: another delivery
 * of the same message was faster, the owner has set images, or the site or the upload was deleted.
 */
export async function finishFetch(db: Db, id: number, { key, now }: { key: string; now: number }): Promise<boolean> {
  const values = {
    siteId: imageFetches.siteId,
    kind: imageFetches.kind,
    position: imageFetches.position,
    uploadKey: uploads.key,
    alt: imageFetches.alt,
    caption: imageFetches.caption,
  };
  const from = sql`FROM ${imageFetches} JOIN ${uploads} ON ${uploads.key} = ${key} AND ${uploads.removedAt} IS NULL
    WHERE ${imageFetches.id} = ${id} AND ${imageFetches.dueAt} IS NOT NULL AND ${freePlaces} > 0`;
  const ofUpload = eq(siteImages.uploadKey, key);
  const [, , , shown] = await db.batch([
    runQuery(db, insertFrom(siteImages, values, from)),
    // An owner who edits the site at the same time would otherwise remove the image again.
    db
      .update(sites)
      .set({ updatedAt: sql`max(${sites.updatedAt} + 1, ${now})` })
      .where(inArray(sites.id, db.select({ id: siteImages.siteId }).from(siteImages).where(ofUpload))),
    db.delete(imageFetches).where(eq(imageFetches.id, id)),
    db.select({ slug: sites.slug }).from(siteImages).innerJoin(sites, eq(sites.id, siteImages.siteId)).where(ofUpload),
  ]);
  for (const { slug } of shown) changes(`site:${slug}`);
  return shown.length > 0;
}

export async function dropFetch(db: Db, id: number): Promise<void> {
  await db.delete(imageFetches).where(eq(imageFetches.id, id));
}

/** `isFinal`: the image is not fetched again. */
export async function recordFailure(
  db: Db,
  id: number,
  { failure, isFinal }: { failure: string; isFinal: boolean },
): Promise<void> {
  await db
    .update(imageFetches)
    .set({ failure, ...(isFinal && { dueAt: null }) })
    .where(eq(imageFetches.id, id));
}
