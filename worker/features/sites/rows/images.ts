import { and, eq, exists, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { SiteImagesForm } from "#schema/sites/site-form.ts";
import {
  type ListedScreenshot,
  type Screenshot,
  SITE_IMAGE_MESSAGES,
  type SiteImageKind,
} from "#schema/images/site-images.ts";
import { mediaPath } from "#schema/pages/paths.ts";
import { imageUses, siteImages, uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../../db/connection.ts";
import { insertFrom } from "../../../db/insert-from.ts";
import { jsonList } from "../../../db/json-list.ts";
import { columnName, excluded, jsonValue, runQuery } from "../../../db/raw.ts";
import { AppError } from "../../../errors.ts";

/** A row of `site_images` without its site. */
export type GivenImage = { kind: SiteImageKind; position: number; uploadKey: string; alt: string; caption: string };

/** The images of one kind replace those that a site has. A missing kind does not change. */
export type GivenImages = Partial<Record<SiteImageKind, GivenImage[]>>;

const toKey = (url: string) => url.slice(mediaPath("").length);

export const toGivenImages = ({ logo, screenshots }: SiteImagesForm): GivenImages => ({
  ...(logo !== undefined && {
    logo: logo === null ? [] : [{ kind: "logo", position: 0, uploadKey: toKey(logo), alt: "", caption: "" }],
  }),
  ...(screenshots && {
    screenshot: screenshots.map(({ url, alt, decorative, caption }, position) => ({
      kind: "screenshot",
      position,
      uploadKey: toKey(url),
      alt: decorative ? "" : alt,
      caption,
    })),
  }),
});

/** For the review rules. */
export const textsOf = ({ screenshot = [] }: GivenImages): string[] =>
  screenshot.flatMap(({ alt, caption }) => [alt, caption]);

type Owner = {
  actorId: number;
  /** Undefined for a new site. */
  siteId?: number;
};

/** Selects the uploads that the user may show on the site: their own ones, and those that the site has already. */
export function usableSiteImages(db: Db, given: GivenImages, { actorId, siteId }: Owner) {
  const images = Object.values(given).flat();
  const ofSite = db
    .select({ id: siteImages.id })
    .from(siteImages)
    .where(and(eq(siteImages.uploadKey, uploads.key), eq(siteImages.siteId, siteId ?? 0)));
  return db
    .select({ key: uploads.key, kind: uploads.kind })
    .from(uploads)
    .where(
      and(
        inArray(uploads.key, jsonList(images.map(({ uploadKey }) => uploadKey))),
        isNull(uploads.removedAt),
        or(eq(uploads.userId, actorId), exists(ofSite)),
      ),
    );
}

/**
 * `found` are the rows of `usableSiteImages`.
 * @throws AppError 400 if an image is not among them, or was uploaded as another kind.
 */
export function requireSiteImages(found: { key: string; kind: string }[], given: GivenImages): void {
  const kinds = new Map(found.map(({ key, kind }) => [key, kind]));
  const images = Object.values(given).flat();
  const missing = images.find(({ uploadKey, kind }) => kinds.get(uploadKey) !== kind);
  if (!missing) return;
  const field = missing.kind === "logo" ? "logo" : `screenshots.${missing.position}.url`;
  const message = SITE_IMAGE_MESSAGES.notStoredAnyMore;
  throw new AppError("bad_input", message, { fields: { [field]: message } });
}

/** For the batch that changes a site. */
export const changeImages = (db: Db, siteId: number, given: GivenImages): Statement[] =>
  Object.entries(given).flatMap(([kind, images]) => [
    db
      .delete(siteImages)
      .where(
        and(
          eq(siteImages.siteId, siteId),
          eq(siteImages.kind, kind as SiteImageKind),
          sql`${siteImages.uploadKey} NOT IN ${jsonList(images.map(({ uploadKey }) => uploadKey))}`,
        ),
      ),
    saveImages(db, sql`SELECT ${siteId} AS site_id, value FROM json_each(${JSON.stringify(images)})`),
  ]);

/**
 * Returns a statement that inserts or updates images. `given` is a query of `site_id` and `value`, a `GivenImage` as JSON.
 * An upload that is marked as removed is left out.
 */
export function saveImages(db: Db, given: SQL): Statement {
  const { siteId, kind, position, uploadKey, alt, caption } = siteImages;
  const values = {
    siteId: sql.raw("given.site_id"),
    kind: jsonValue("kind"),
    position: jsonValue("position"),
    uploadKey: jsonValue("uploadKey"),
    alt: jsonValue("alt"),
    caption: jsonValue("caption"),
  };
  const from = sql`FROM (${given}) AS given
    JOIN ${uploads} ON ${uploads.key} = ${jsonValue("uploadKey")} AND ${uploads.removedAt} IS NULL WHERE true`;
  const set = [position, alt, caption].map((column) => sql`${columnName(column)} = ${excluded(column)}`);
  return runQuery(
    db,
    sql`${insertFrom(siteImages, values, from)}
      ON CONFLICT (${columnName(siteId)}, ${columnName(kind)}, ${columnName(uploadKey)})
      DO UPDATE SET ${sql.join(set, sql`, `)}`,
  );
}

/** For the batch that deletes sites, before the deletion. Returns the images. Those that other pages use stay. */
export function markImagesRemoved(db: Db, siteIds: SQL, now: number) {
  const ofSites = db
    .select({ key: siteImages.uploadKey })
    .from(siteImages)
    .where(sql`${siteImages.siteId} IN ${siteIds}`);
  return db
    .update(uploads)
    .set({ removedAt: now })
    .where(
      and(
        inArray(uploads.key, ofSites),
        isNull(uploads.removedAt),
        sql`NOT EXISTS (SELECT 1 FROM ${imageUses} WHERE ${imageUses.uploadKey} = ${uploads.key}
          AND (${imageUses.siteId} IS NULL OR ${imageUses.siteId} NOT IN ${siteIds}))`,
        sql`NOT EXISTS (SELECT 1 FROM ${siteImages} WHERE ${siteImages.uploadKey} = ${uploads.key}
          AND ${siteImages.siteId} NOT IN ${siteIds})`,
      ),
    )
    .returning({ key: uploads.key, kind: uploads.kind, listWidth: uploads.listWidth });
}

// Parts of selections. The query must use the table `sites`.

const url = sql`${mediaPath("")} || ${siteImages.uploadKey}`;

const imagesOf = (kind: SiteImageKind) => sql`FROM ${siteImages}
  WHERE ${siteImages.siteId} = ${sites.id} AND ${siteImages.kind} = ${sql.raw(`'${kind}'`)} ORDER BY ${siteImages.position}`;

/** For lists: the logo, and the first screenshot. */
export const listImages = {
  logo: sql<string | null>`(SELECT ${url} ${imagesOf("logo")} LIMIT 1)`.as("logo"),
  screenshot: sql`(
    SELECT json_object('url', ${url}, 'alt', ${siteImages.alt}, 'list_width',
      (SELECT ${uploads.listWidth} FROM ${uploads} WHERE ${uploads.key} = ${siteImages.uploadKey})) ${imagesOf("screenshot")} LIMIT 1)`
    .mapWith((json: string) => JSON.parse(json) as ListedScreenshot)
    .as("screenshot") as SQL.Aliased<ListedScreenshot | null>,
};

/** All screenshots, in the owner's order. */
export const screenshotsOf = sql`(SELECT json_group_array(json_object('url', url, 'alt', alt,
      'decorative', json(iif(alt = '', 'true', 'false')), 'caption', caption))
    FROM (SELECT ${url} AS url, ${siteImages.alt} AS alt, ${siteImages.caption} AS caption ${imagesOf("screenshot")}))`
  .mapWith((list: string) => JSON.parse(list) as Screenshot[])
  .as("screenshots");
