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
