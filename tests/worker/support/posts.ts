import { env } from "cloudflare:workers";
import { blogPosts } from "#schema/tables/blogs.ts";
import { connect } from "#worker/db/connection.ts";
import { NOW } from "./app.ts";

type Row = typeof blogPosts.$inferInsert;

let count = 0;

export const paragraphs = (...texts: string[]) => ({
  blocks: texts.map((text) => ({ type: "paragraph", data: { text } })),
});

/** By default published, with a unique title. */
export async function insertPost({ article, ...columns }: Partial<Row> & { article?: object } = {}) {
  count += 1;
  const publishedAt = columns.publishedAt === undefined ? NOW : columns.publishedAt;
  const [post] = await connect(env.DB)
    .insert(blogPosts)
    .values({
      slug: `post-${count}`,
      title: `Post ${count}`,
      excerpt: "What it is about",
      content: JSON.stringify(article ?? paragraphs("First words.", "More.")),
      createdAt: publishedAt ?? NOW,
      updatedAt: publishedAt ?? NOW,
      ...columns,
      publishedAt,
    })
    .returning();
  return post!;
}
