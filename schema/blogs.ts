import type { Article } from "./document.ts";
import type { Page, SiteSummary } from "./sites.ts";

export const BLOGS_PER_PAGE = 6;

/** A blog post in lists. `featured_image` is a path of this origin, or empty. Times are ISO 8601 in UTC. */
export type BlogSummary = {
  title: string;
  slug: string;
  excerpt: string;
  featured_image: string;
  created_at: string;
  updated_at: string;
};

/** GET /api/blogs/{slug}/. `content` is an Editor.js document as a JSON string. */
export type BlogDetail = BlogSummary & { content: string };

/** A post's page: as readers see it, and as staff see it before. */
export type BlogPage = {
  post: BlogSummary;
  article: Article;
  /** Featured sites for the places between the article's blocks. */
  sponsors: SiteSummary[];
  /** "Featured Sites" in the side bar. */
  featured: Page<SiteSummary>;
  /** "Related Articles" in the side bar: the newest others. */
  related: Page<BlogSummary>;
};
