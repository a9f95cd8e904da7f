import type { BlogStatus, EditableBlog, StaffBlogSummary } from "#schema/articles/blogs.ts";
import { toIso } from "#schema/values/dates.ts";
import type { blogPosts } from "#schema/tables/blogs.ts";
import { shownContent } from "../sites/read/queries.ts";
import { firstParagraph } from "./content.ts";
import { type SummaryRow, toBlogSummary, type WithoutListWidth } from "./queries.ts";

type Post = typeof blogPosts.$inferSelect;

const statusAt = (publishedAt: number | null, now: number): BlogStatus =>
  publishedAt === null ? "draft" : publishedAt > now ? "scheduled" : "published";

export const toStaffSummary = (row: WithoutListWidth<SummaryRow>, now: number): StaffBlogSummary => ({
  ...toBlogSummary(row),
  status: statusAt(row.publishedAt, now),
  published_at: row.publishedAt === null ? null : toIso(row.publishedAt),
});

export const toEditablePost = (post: Post, now: number): EditableBlog => ({
  ...toStaffSummary(post, now),
  excerpt: customExcerpt(post),
  content: shownContent(post.content),
});

/** Returns "" if the excerpt is only the first paragraph, so that it changes together with this paragraph. */
export const customExcerpt = ({ excerpt, content }: Pick<Post, "excerpt" | "content">) =>
  excerpt === firstParagraph(content) ? "" : excerpt;
