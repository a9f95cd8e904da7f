import { eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as z from "zod/mini";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { blogPath, mediaPath, sitePath } from "#schema/pages/paths.ts";
import { screenshotTexts } from "#schema/sites/site-form.ts";
import { COVER_WIDTHS_PX, filesOf, narrowerFile } from "#schema/images/site-image-files.ts";
import { users } from "#schema/tables/accounts.ts";
import { imageFetches, imageUses, remoteImages, siteImages, uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import type { Db } from "../../../db/connection.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import { AppError } from "../../../errors.ts";
import { fold, nameKey } from "../../../names/keys.ts";
import type { Subject } from "../../../ports.ts";
import { originalUrl } from "../../media/remote-images.ts";
import { requireStorage } from "../../media/storage.ts";
import { removeUpload } from "../../media/uploads.ts";
import { ownerOf } from "../../sites/rows/audited.ts";
import { choice, date, longText, type Model, number, text, yesNo } from "../model.ts";

const APP = { app: "media", appName: "Media" };

const SITE_KINDS = { logo: "Logo", screenshot: "Screenshot" };
const KINDS = { article: "Article or blog post", cover: "Featured image of a blog post", ...SITE_KINDS };

/** An uploaded image. If it is deleted, articles with this image have a gap until their authors remove it. */
const image: Model = {
  ...APP,
  name: "picture",
  verboseName: "Image",
  verboseNamePlural: "Images",
  table: uploads,
  key: uploads.key,
  person: "user",
  fields: {
    picture: text("Image", sql`${mediaPath("")} || ${uploads.key}`),
    kind: choice("Kind", uploads.kind, KINDS),
    user: text("User", scalarSubquery(users.email, users.id, uploads.userId)),
    bytes: number("Bytes", uploads.bytes),
    shown_at: longText(
      "Used on",
      sql`(SELECT replace(group_concat(DISTINCT page), ',', ', ') FROM (
        SELECT ${sitePath("")} || ${sites.slug} AS page FROM ${siteImages}
          JOIN ${sites} ON ${sites.id} = ${siteImages.siteId} WHERE ${siteImages.uploadKey} = ${uploads.key}
        UNION ALL SELECT coalesce(${sitePath("")} || ${sites.slug}, ${blogPath("")} || ${blogPosts.slug}) FROM ${imageUses}
          LEFT JOIN ${sites} ON ${sites.id} = ${imageUses.siteId}
          LEFT JOIN ${blogPosts} ON ${blogPosts.id} = ${imageUses.postId} WHERE ${imageUses.uploadKey} = ${uploads.key}))`,
    ),
    alt: longText(
      "Alternative text on sites",
      sql`(SELECT group_concat(DISTINCT ${siteImages.alt}) FROM ${siteImages}
        WHERE ${siteImages.uploadKey} = ${uploads.key} AND ${siteImages.alt} <> '')`,
    ),
    created_at: date("Uploaded", uploads.createdAt, { sort: "rowid" }),
    unused_since: date("Unused since", uploads.unusedSince),
    removed_at: date("Deletion started", uploads.removedAt),
  },
  search: {
    columns: [[{ column: users.email, foreignKey: uploads.userId, id: users.id }, fold]],
    hint: "Beginning of an email address",
  },
  deletableBy: "staff",
  async remove({ env, var: { db, ports } }, id, audit) {
    const removing = removeUpload({ db, bucket: env.MEDIA }, { key: String(id), now: ports.now(), audit });
    await requireStorage(removing, IMAGE_MESSAGES.notRemoved);
  },
  shownAs: ({ picture: path, kind, shown_at: shownAt }) => [
    ...filesOfKind(String(kind), String(path)).map((file) => `file:${file.slice(mediaPath("").length)}` as const),
    ...(shownAt ? String(shownAt).split(", ").map(subjectOf) : []),
  ],
};

function filesOfKind(kind: string, widest: string): string[] {
  if (kind === "article") return [widest];
  if (kind !== "cover") return filesOf(widest);
  // Its narrower file has one of these widths.
  return [widest, ...COVER_WIDTHS_PX.map((width) => narrowerFile(widest, width))];
}

const subjectOf = (page: string): Subject =>
  page.startsWith(blogPath("")) ? `post:${page.slice(blogPath("").length)}` : `site:${page.slice(sitePath("").length)}`;

const siteOf = (siteId: SQLiteColumn) => ({ column: sites.slug, foreignKey: siteId, id: sites.id });
const siteNameOf = (siteId: SQLiteColumn) => ({ column: sites.nameKey, foreignKey: siteId, id: sites.id });
const slugOf = (siteId: SQLiteColumn) => scalarSubquery(sites.slug, sites.id, siteId);

const NO_ALT = "Visitors see the name of the site next to its logo, so a logo has no alternative text.";

/** A logo or a screenshot of a site. If it is deleted, only this site loses it. The file is deleted a day later. */
const siteImage: Model = {
  ...APP,
  name: "site_image",
  verboseName: "Image of a site",
  verboseNamePlural: "Images of sites",
  table: siteImages,
  key: siteImages.id,
  person: ownerOf(siteImages.siteId),
  fields: {
    site: text("Site", slugOf(siteImages.siteId), { sort: siteOf(siteImages.siteId) }),
    kind: choice("Kind", siteImages.kind, SITE_KINDS),
    position: number("Position", sql`iif(${siteImages.kind} = 'logo', NULL, ${siteImages.position} + 1)`),
    picture: text("Image", sql`${mediaPath("")} || ${siteImages.uploadKey}`),
    alt: longText("Alternative text (empty: decorative)", siteImages.alt, { editableBy: "staff" }),
    caption: text("Caption", siteImages.caption, { editableBy: "staff" }),
  },
  search: {
    columns: [[siteNameOf(siteImages.siteId), nameKey]],
    hint: "Beginning of the site's name",
  },
  rules: z.object(screenshotTexts),
  async prepare(_, { before, input }) {
    if (before["kind"] === "logo" && (input["alt"] || input["caption"]))
      throw new AppError("bad_input", NO_ALT, { fields: { alt: NO_ALT } });
    return input;
  },
  // An owner who edits the site at the same time would otherwise save the old texts again.
  extraStatements: ({ var: { db, ports } }, { id }) => [touchSiteOf(db, Number(id), ports.now())],
  deletableBy: "staff",
  async remove({ var: { db, ports } }, id, audit) {
    await db.batch([
      audit,
      touchSiteOf(db, Number(id), ports.now()),
      db.delete(siteImages).where(eq(siteImages.id, Number(id))),
    ]);
  },
  shownAs: ({ site: slug }) => [`site:${String(slug)}`],
};

const touchSiteOf = (db: Db, id: number, now: number) =>
  db
    .update(sites)
    .set({ updatedAt: sql`max(${sites.updatedAt} + 1, ${now})` })
    .where(eq(sites.id, db.select({ id: siteImages.siteId }).from(siteImages).where(eq(siteImages.id, id))));

/** An image of an imported site that is not fetched yet, or that could not be fetched. */
const imageFetch: Model = {
  ...APP,
  name: "image_fetch",
  verboseName: "Image to fetch",
  verboseNamePlural: "Images to fetch",
  table: imageFetches,
  key: imageFetches.id,
  fields: {
    site: text("Site", slugOf(imageFetches.siteId), { sort: siteOf(imageFetches.siteId) }),
    kind: choice("Kind", imageFetches.kind, SITE_KINDS),
    address: text("URL", imageFetches.address),
    alt: longText("Alternative text", imageFetches.alt),
    caption: text("Caption", imageFetches.caption),
    attempts: number("Attempts", imageFetches.attempts),
    due_at: date("Next attempt", imageFetches.dueAt),
    failure: longText("Last failure", imageFetches.failure),
    created_at: date("Imported", imageFetches.createdAt, { sort: "rowid" }),
  },
  search: {
    columns: [[siteNameOf(imageFetches.siteId), nameKey]],
    hint: "Beginning of the site's name",
  },
  filters: {
    failed: {
      label: "Could not be fetched",
      where: isNull(imageFetches.dueAt),
      pendingWorkLabel: "Images that could not be fetched",
    },
  },
  deletableBy: "staff",
};

/** An image from another website in an article. A removed image is not fetched or shown until staff undo the removal. */
const remoteImage: Model = {
  ...APP,
  name: "remote_picture",
  verboseName: "Remote image",
  verboseNamePlural: "Remote images",
  table: remoteImages,
  key: remoteImages.key,
  fields: {
    address: text("URL", remoteImages.address, { sort: remoteImages.address }),
    is_removed: yesNo("Removed", isNotNull(remoteImages.removedAt), { editableBy: "staff" }),
    bytes: number("Bytes", remoteImages.bytes),
    fetched_at: date("Fetched", remoteImages.fetchedAt),
    used_at: date("Last shown", remoteImages.usedAt),
    removed_at: date("Removed at", remoteImages.removedAt),
  },
  search: {
    // Staff can paste the path of an image on a page. The path has the original URL in it.
    columns: [[remoteImages.address, (given) => originalUrl(given) ?? given]],
    hint: "Beginning of the URL, or the path on the page",
  },
  filters: { removed: { label: "Removed", where: isNotNull(remoteImages.removedAt) } },
  rules: z.object({ is_removed: z.boolean() }),
  // Cron deletes the file of an image with `usedAt` 0, in case `afterSave` fails.
  toColumns: ({ is_removed: isRemoved }, now) => ({
    removedAt: isRemoved ? now : null,
    ...(isRemoved && { usedAt: 0 }),
  }),
  shownAs: (_, id) => [`file:${String(id)}`],
  async afterSave({ env }, { id, input }) {
    if (input["is_removed"]) await requireStorage(env.MEDIA.delete(String(id)), IMAGE_MESSAGES.notRemoved);
  },
};

export const mediaModels = [image, siteImage, imageFetch, remoteImage];
