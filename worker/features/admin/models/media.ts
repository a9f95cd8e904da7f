import { sql } from "drizzle-orm";
import { IMAGE_MESSAGES } from "#schema/media.ts";
import { mediaPath } from "#schema/paths.ts";
import { users } from "#schema/tables/accounts.ts";
import { uploads } from "#schema/tables/media.ts";
import { requireStorage } from "../../media/storage.ts";
import { removeUpload } from "../../media/uploads.ts";
import { fold } from "../../sites/keys.ts";
import { date, longText, type Model, number, text } from "../model.ts";

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
    user: text("User", sql`(SELECT email FROM users WHERE users.id = ${uploads.userId})`),
    bytes: number("Bytes", uploads.bytes),
    shown_at: longText(
      "Shown at",
      sql`(SELECT group_concat(coalesce('/' || sites.slug, '/blogs/' || blog_posts.slug), ', ') FROM image_uses
        LEFT JOIN sites ON sites.id = image_uses.site_id LEFT JOIN blog_posts ON blog_posts.id = image_uses.post_id
        WHERE upload_key = uploads.key)`,
    ),
    created_at: date("Uploaded", uploads.createdAt, { sort: "rowid" }),
    unused_since: date("Shown nowhere since", uploads.unusedSince),
    removed_at: date("Given up", uploads.removedAt),
  },
  search: {
    columns: [[{ column: users.email, through: uploads.userId }, fold]],
    hint: "Beginning of an email address",
  },
  deletableBy: "staff",
  async remove({ env, var: { db, ports } }, id, audit) {
    const removing = removeUpload(db, env.MEDIA, { key: String(id), now: ports.now(), audit });
    await requireStorage(removing, IMAGE_MESSAGES.notRemoved);
  },
  purge: async ({ purgeCache }, { picture: path }) => purgeCache?.([String(path)]),
};

export const mediaModels = [picture];
