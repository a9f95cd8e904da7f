import { sql } from "drizzle-orm";
import { blogPosts } from "#schema/tables/blogs.ts";

/** Time (Unix ms) of the last change that readers of a published post can see. */
export const postChangedAt = sql<number>`max(${blogPosts.publishedAt}, ${blogPosts.updatedAt})`;
