import type { BlogPage, BlogSummary } from "#schema/articles/blogs.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { blogPath, blogsPath, homePath } from "#schema/pages/paths.ts";

// Structured data of schema.org. The author is the organization, because posts do not show their author.

type Site = Pick<DirectoryConfig, "name" | "origin">;

const organization = ({ name, origin }: Site) => ({ "@type": "Organization", name, url: origin + homePath });

const posting = ({ origin }: Site, post: BlogSummary) => ({
  "@type": "BlogPosting",
  headline: post.title,
  url: origin + blogPath(post.slug),
  datePublished: post.created_at,
  dateModified: changedAt(post),
  ...(post.featured_image && { image: origin + post.featured_image }),
});

export const blog = (site: Site, posts: BlogSummary[]) => ({
  "@type": "Blog",
  name: `${site.name}: blog`,
  url: site.origin + blogsPath,
  blogPost: posts.map((post) => posting(site, post)),
});

export const blogPosting = (site: Site, { post }: Pick<BlogPage, "post">) => ({
  ...posting(site, post),
  description: post.excerpt,
  mainEntityOfPage: site.origin + blogPath(post.slug),
  author: organization(site),
  publisher: organization(site),
});

/** A scheduled post was last changed before its publication. */
const changedAt = ({ created_at, updated_at }: BlogSummary) => (updated_at > created_at ? updated_at : created_at);
