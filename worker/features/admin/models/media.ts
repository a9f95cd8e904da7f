import { isNotNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { IMAGE_MESSAGES } from "#schema/media.ts";
import { blogPath, mediaPath, sitePath } from "#schema/paths.ts";
import { users } from "#schema/tables/accounts.ts";
import { imageUses, remoteImages, uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import { originalUrl } from "../../media/remote-images.ts";
import { requireStorage } from "../../media/storage.ts";
import { removeUpload } from "../../media/uploads.ts";
import { fold } from "../../../names/keys.ts";
import { date, longText, type Model, number, text, yesNo } from "../model.ts";

/** An uploaded image. If it is deleted, articles with this image have a gap until their authors remove it. */
const image: Model = {
  app: "media",
  appName: "Media",
  name: "picture",
  verboseName: "Image",
  verboseNamePlural: "Images",
  table: uploads,
  key: uploads.key,
  fields: {
    picture: text("Image", sql`${mediaPath("")} || ${uploads.key}`),
    user: text("User", scalarSubquery(users.email, users.id, uploads.userId)),
    bytes: number("Bytes", uploads.bytes),
    shown_at: longText(
      "Used on",
      sql`(SELECT group_concat(coalesce(${sitePath("")} || ${sites.slug}, ${blogPath("")} || ${blogPosts.slug}), ', ')
        FROM ${imageUses} LEFT JOIN ${sites} ON ${sites.id} = ${imageUses.siteId}
        LEFT JOIN ${blogPosts} ON ${blogPosts.id} = ${imageUses.postId} WHERE ${imageUses.uploadKey} = ${uploads.key})`,
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
    const removing = removeUpload(db, env.MEDIA, { key: String(id), now: ports.now(), audit });
    await requireStorage(removing, IMAGE_MESSAGES.notRemoved);
  },
  purgeCache: async ({ purgeCache }, { picture: path }) => purgeCache?.([String(path)]),
};

/** An image from another website in an article. A removed image is not fetched or shown until staff undo the removal. */
const remoteImage: Model = {
  app: "media",
  appName: "Media",
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
  async afterSave({ env }, { id, input }) {
    if (input["is_removed"]) await requireStorage(env.MEDIA.delete(String(id)), IMAGE_MESSAGES.notRemoved);
  },
};

export const mediaModels = [image, remoteImage];
