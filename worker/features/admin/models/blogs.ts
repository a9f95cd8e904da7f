import { isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { blogForm, MAX_EXCERPT_LENGTH, EXCERPT_TOO_LONG } from "#schema/articles/blog-form.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { users } from "#schema/tables/accounts.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import { fold } from "../../../names/keys.ts";
import { removePost } from "../../blogs/staff-queries.ts";
import { date, dateOrNull, longText, type Model, text } from "../model.ts";

const post: Model = {
  app: "blogs",
  appName: "Blog",
  name: "post",
  verboseName: "Blog post",
  verboseNamePlural: "Blog posts",
  table: blogPosts,
  key: blogPosts.id,
  person: "author",
  fields: {
    title: text("Title", blogPosts.title, { editableBy: "staff" }),
    slug: text("Slug", blogPosts.slug, { sort: blogPosts.slug }),
    excerpt: longText("Excerpt", blogPosts.excerpt, { editableBy: "staff" }),
    published_at: date("Published", blogPosts.publishedAt, { sort: blogPosts.publishedAt, editableBy: "staff" }),
    author: text("Author", scalarSubquery(users.email, users.id, blogPosts.authorId)),
    created_at: date("Written", blogPosts.createdAt),
    updated_at: date("Changed", blogPosts.updatedAt),
  },
  search: { columns: [[blogPosts.slug, fold]], hint: "Beginning of a slug" },
  filters: { drafts: { label: "Drafts", where: isNull(blogPosts.publishedAt) } },
  rules: z.object({
    title: blogForm.shape.title,
    excerpt: z
      .string("Excerpt is required")
      .check(z.trim(), z.minLength(1, "Excerpt is required"), z.maxLength(MAX_EXCERPT_LENGTH, EXCERPT_TOO_LONG)),
    published_at: dateOrNull,
  }),
  toColumns: (_, now) => ({ updatedAt: now }),
  deletableBy: "staff",
  async remove({ var: { db, ports } }, id, audit) {
    await removePost(db, Number(id), { now: ports.now(), audit: [audit] });
  },
  shownAs: ({ slug }) => [`post:${String(slug)}`, "posts"],
};

export const blogModels = [post];
