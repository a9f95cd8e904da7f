import { users } from "#schema/tables/accounts.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { scalarSubquery } from "../../db/scalar-subquery.ts";
import { article, type Audited } from "../audit/audited.ts";

/** What the audit log stores if staff change or delete the post of another staff member. */
export const auditedPost = {
  app: "blogs",
  name: "post",
  table: blogPosts,
  key: blogPosts.id,
  fields: {
    title: { value: blogPosts.title },
    slug: { value: blogPosts.slug },
    excerpt: { value: blogPosts.excerpt },
    published_at: { value: blogPosts.publishedAt, kind: "date" },
    author: { value: scalarSubquery(users.email, users.id, blogPosts.authorId) },
    created_at: { value: blogPosts.createdAt, kind: "date" },
    updated_at: { value: blogPosts.updatedAt, kind: "date" },
    article: article(blogPosts.content),
    featured_image_alt: { value: blogPosts.featuredImageAlt },
  },
} satisfies Audited;
