import { sql } from "drizzle-orm";
import { blogPosts } from "#schema/tables/blogs.ts";

/** When what readers see of a published post last changed. */
export const postChangedAt = sql<number>`max(${blogPosts.publishedAt}, ${blogPosts.updatedAt})`;
