import { type Context, Hono } from "hono";
import { BLOG_VERSION_CONFLICT } from "#schema/articles/blogs.ts";
import { type BlogForm, blogForm, changedBlogForm } from "#schema/articles/blog-form.ts";
import type { Answers } from "#schema/calls.ts";
import { toIso } from "#schema/values/dates.ts";
import { MAX_IMAGE_BYTES } from "#schema/images/media.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { limitBody, multipartBody } from "../../http/body.ts";
import { changes } from "../../http/edge-scope.ts";
import { requirePage } from "../../http/query.ts";
import { requireStaff } from "../sessions/guards.ts";
import { randomSuffix } from "../../http/signing.ts";
import { auditStaffChange, auditStaffDeletion } from "../audit/staff-changes.ts";
import { storeUpload } from "../media/store-upload.ts";
import { auditedPost } from "./audited.ts";
import { firstParagraph, requireContent } from "./content.ts";
import { insertPost, listAllPosts, removePost, requirePostForStaff, updatePost } from "./staff-queries.ts";
import { toEditablePost, customExcerpt } from "./staff-responses.ts";

/** The body has an image, an article of at most 1 MB, and other fields. */
const bodyLimit = limitBody(
  MAX_IMAGE_BYTES + 1_500_000,
  "The blog post and its image are too large. Please use a smaller image or a shorter text.",
);

/** /api/blogs/…: all posts, for staff. */
export const blogStaffRoutes = new Hono<AppEnv>({ strict: false })
  .get("/user", requireStaff, async (c) =>
    c.json<Answers["GET blogs/user/"]>(await listAllPosts(c.var.db, { page: requirePage(c), now: c.var.ports.now() })),
  )

  .post("/user", requireStaff, bodyLimit, multipartBody(blogForm), async (c) => {
    const { config, db, ports, user } = c.var;
    const form = c.req.valid("form");
    const now = ports.now();
    const article = requireContent(form.content, config.origin);
    const post = await insertPost(db, {
      ...article,
      title: form.title,
      excerpt: form.excerpt || firstParagraph(article.content),
      featuredImage: await storeImage(c, form.featured_image, null),
      featuredImageAlt: form.featured_image_alt ?? "",
      publishedAt: publicationTime(form.published_at ?? "now", { now, before: null }),
      authorId: user.id,
      uniqueSuffix: randomSuffix(),
      now,
    });
    return c.json<Answers["POST blogs/user/"]>(toEditablePost(post, now), 201);
  })

  .get("/user/:slug", requireStaff, async (c) => {
    const post = await requirePostForStaff(c.var.db, c.req.param("slug"));
    return c.json<Answers["GET blogs/user/:slug/"]>(toEditablePost(post, c.var.ports.now()));
  })

  .patch("/:slug", requireStaff, bodyLimit, multipartBody(changedBlogForm), async (c) => {
    const { config, db, ports } = c.var;
    const form = c.req.valid("form");
    const now = ports.now();
    const before = await requirePostForStaff(db, c.req.param("slug"));
    if (form.updated_at !== undefined && form.updated_at !== toIso(before.updatedAt)) {
      throw new AppError("conflict", BLOG_VERSION_CONFLICT);
    }
    const article = requireContent(form.content ?? before.content, config.origin);
    const title = form.title ?? before.title;
    const excerpt = (form.excerpt ?? customExcerpt(before)) || firstParagraph(article.content);
    const publishedAt =
      form.published_at === undefined
        ? before.publishedAt
        : publicationTime(form.published_at, { now, before: before.publishedAt });
    const audit = auditStaffChange(
      c,
      auditedPost,
      { id: before.id, ownerId: before.authorId },
      {
        title,
        excerpt,
        ...(form.featured_image_alt !== undefined && { featured_image_alt: form.featured_image_alt }),
        published_at: publishedAt === null ? null : toIso(publishedAt),
        ...(article.content !== before.content && { article: article.content }),
      },
    );
    const post = await updatePost(db, before, {
      ...article,
      title,
      excerpt,
      featuredImage: await storeImage(c, form.featured_image, before.featuredImage),
      featuredImageAlt: form.featured_image_alt ?? before.featuredImageAlt,
      publishedAt,
      now,
      audit,
    });
    return c.json<Answers["PATCH blogs/:slug/"]>(toEditablePost(post, now));
  })

  .delete("/:slug", requireStaff, async (c) => {
    const slug = c.req.param("slug");
    const { id, authorId } = await requirePostForStaff(c.var.db, slug);
    changes(`post:${slug}`, "posts");
    const audit = auditStaffDeletion(c, auditedPost, { id, ownerId: authorId });
    if (!(await removePost(c.var.db, id, { now: c.var.ports.now(), audit }))) await requirePostForStaff(c.var.db, slug);
    return c.body(null satisfies Answers["DELETE blogs/:slug/"], 204);
  });

/**
 * Returns the R2 key of the stored image, null if the image is removed, or `before` if it is unchanged.
 * @throws AppError 400 if the file is not an accepted image.
 */
async function storeImage(c: Context<AppEnv>, image: BlogForm["featured_image"], before: string | null) {
  if (image === "") return null;
  return image instanceof File ? (await storeUpload(c, image, { field: "featured_image", kind: "cover" })).key : before;
}

/** Returns the publication time (Unix ms), or null for a draft. A published post keeps its time if `wanted` is "now". */
function publicationTime(wanted: string, { now, before }: { now: number; before: number | null }): number | null {
  if (wanted === "now") return before !== null && before <= now ? before : now;
  return wanted === "" ? null : Date.parse(wanted);
}
