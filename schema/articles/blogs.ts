import type { Article } from "./document.ts";
import type { CardSite, Page, PlaceSite } from "../sites/sites.ts";

export const BLOGS_PER_PAGE = 6;

/**
 * An entry of GET /api/blogs/public/. `featured_image` is a path on this origin, or empty. Times are ISO 8601 in UTC.
 */
export type BlogSummary = {
  title: string;
  slug: string;
  excerpt: string;
  featured_image: string;
  /** For lists: at most 25,000 bytes. Empty if there is none; lists then show `featured_image`. */
  featured_image_small: string;
  /** Empty if the image is decorative. */
  featured_image_alt: string;
  created_at: string;
  updated_at: string;
};

/** Response of GET /api/blogs/{slug}/. `content` is an Editor.js document as a JSON string. */
export type BlogDetail = BlogSummary & { content: string };

/** Only staff see a `draft`. A `scheduled` post becomes public at its `published_at`. */
export type BlogStatus = "draft" | "scheduled" | "published";

/** An entry of the list for staff. */
export type StaffBlogSummary = BlogSummary & {
  status: BlogStatus;
  /** Null for a draft. */
  published_at: string | null;
};

/** `excerpt` is empty if staff did not write one. */
export type EditableBlog = StaffBlogSummary & Pick<BlogDetail, "content">;

export const BLOG_VERSION_CONFLICT =
  "This blog post has changed since you opened it, so nothing was saved. Please reload it and make your changes again.";

/** The data of the page of a post, and the response of GET /api/pages/blog-preview/{slug} for staff. */
export type BlogPage = {
  post: BlogSummary;
  article: Article;
  /** Path of the image for shared links, for a post without an image. */
  share_image: string;
  /** For the featured places between the blocks of the article. */
  sponsors: PlaceSite[];
  featured: Page<CardSite>;
  /** The other posts, newest first. */
  related: Page<BlogSummary>;
};
