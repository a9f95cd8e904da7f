import type { StaffBlogSummary } from "#schema/blogs.ts";
import { blogPath, previewBlogPath } from "#schema/paths.ts";

/** Where a post is shown: to everybody, or before that to staff. */
export const postPath = ({ slug, status }: Pick<StaffBlogSummary, "slug" | "status">) =>
  status === "published" ? blogPath(slug) : previewBlogPath(slug);
