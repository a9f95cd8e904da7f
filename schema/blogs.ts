import type { Article } from "./document.ts";
import type { Page, SiteSummary } from "./sites.ts";

export const BLOGS_PER_PAGE = 6;

/** A blog post in lists. `featured_image` is a path of this origin, or empty. Times are ISO 8601 in UTC. */
export type BlogSummary = {
  title: string;
  slug: string;
  excerpt: string;
  featured_image: string;
  /** What the picture shows; empty where it only decorates. */
  featured_image_alt: string;
  created_at: string;
  updated_at: string;
};

/** GET /api/blogs/{slug}/. `content` is an Editor.js document as a JSON string. */
export type BlogDetail = BlogSummary & { content: string };

/** Draft: seen by staff only. Scheduled: published once its time has come. */
export type BlogStatus = "draft" | "scheduled" | "published";

/** A post in the list of staff, GET /api/blogs/user/. */
export type StaffBlogSummary = BlogSummary & {
  status: BlogStatus;
  /** Empty for a draft. */
  published_at: string | null;
};

/** GET /api/blogs/user/{slug}/, and what POST and PATCH answer. `excerpt` is empty where nobody wrote one. */
export type EditableBlog = StaffBlogSummary & Pick<BlogDetail, "content">;

export const BLOG_VERSION_CONFLICT =
  "This blog post has changed since you opened it, so nothing was saved. Please reload it and make your changes again.";

/** A post's page: as readers see it, and as staff see it before. */
export type BlogPage = {
  post: BlogSummary;
  article: Article;
  /** Featured sites for the places between the article's blocks, at most one a place. */
  sponsors: SiteSummary[];
  /** "Featured Sites" in the side bar. */
  featured: Page<SiteSummary>;
  /** "Related Articles" in the side bar: the newest others. */
  related: Page<BlogSummary>;
};
