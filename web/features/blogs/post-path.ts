import type { StaffBlogSummary } from "#schema/articles/blogs.ts";
import { blogPath, previewBlogPath } from "#schema/pages/paths.ts";

/** Returns the path of the public page of a post, or of its preview for staff if it is not published. */
export const postPath = ({ slug, status }: Pick<StaffBlogSummary, "slug" | "status">) =>
  status === "published" ? blogPath(slug) : previewBlogPath(slug);
