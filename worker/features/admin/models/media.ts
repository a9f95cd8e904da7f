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

/** Pictures that people uploaded. Where a deleted one was shown, its place stays empty until the article is saved anew. */
const picture: Model = {
  app: "media",
  appName: "Media",
  name: "picture",
  verboseName: "Picture",
  verboseNamePlural: "Pictures",
  table: uploads,
  key: uploads.key,
  fields: {
    picture: text("Picture", sql`${mediaPath("")} || ${uploads.key}`),
    user: text("User", scalarSubquery(users.email, users.id, uploads.userId)),
    bytes: number("Bytes", uploads.bytes),
    shown_at: longText(
      "Shown at",
      sql`(SELECT group_concat(coalesce(${sitePath("")} || ${sites.slug}, ${blogPath("")} || ${blogPosts.slug}), ', ')
        FROM ${imageUses} LEFT JOIN ${sites} ON ${sites.id} = ${imageUses.siteId}
        LEFT JOIN ${blogPosts} ON ${blogPosts.id} = ${imageUses.postId} WHERE ${imageUses.uploadKey} = ${uploads.key})`,
    ),
    created_at: date("Uploaded", uploads.createdAt, { sort: "rowid" }),
    unused_since: date("Shown nowhere since", uploads.unusedSince),
    removed_at: date("Given up", uploads.removedAt),
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

/** Pictures that articles show from elsewhere. One that is removed is never fetched again, unless that is taken back. */
const remotePicture: Model = {
  app: "media",
  appName: "Media",
  name: "remote_picture",
  verboseName: "Picture from elsewhere",
  verboseNamePlural: "Pictures from elsewhere",
  table: remoteImages,
  key: remoteImages.key,
  fields: {
    address: text("Address", remoteImages.address, { sort: remoteImages.address }),
    is_removed: yesNo("Removed", isNotNull(remoteImages.removedAt), { editableBy: "staff" }),
    bytes: number("Bytes", remoteImages.bytes),
    fetched_at: date("Fetched", remoteImages.fetchedAt),
    used_at: date("Last shown", remoteImages.usedAt),
    removed_at: date("Removed at", remoteImages.removedAt),
  },
  search: {
    // A page names them by paths that hold the address.
    columns: [[remoteImages.address, (given) => originalUrl(given) ?? given]],
    hint: "Beginning of the address, or the path on the page",
  },
  filters: { removed: { label: "Removed", where: isNotNull(remoteImages.removedAt) } },
  rules: z.object({ is_removed: z.boolean() }),
  // Its file is then one that nobody was shown for long: the cron removes what could not be removed at once.
  toColumns: ({ is_removed: isRemoved }, now) => ({
    removedAt: isRemoved ? now : null,
    ...(isRemoved && { usedAt: 0 }),
  }),
  async afterSave({ env }, { id, input }) {
    if (input["is_removed"]) await requireStorage(env.MEDIA.delete(String(id)), IMAGE_MESSAGES.notRemoved);
  },
};

export const mediaModels = [picture, remotePicture];
