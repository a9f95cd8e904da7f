import { Link } from "react-router";
import type { BlogSummary } from "#schema/articles/blogs.ts";
import { blogsPath } from "#schema/pages/paths.ts";
import { BlogGrid } from "./blog-grid.tsx";

export function LatestArticles({ posts }: { posts: BlogSummary[] }) {
  return (
    <section id="articles" className="section" aria-labelledby="articles-title">
      <h2 id="articles-title">Latest Articles</h2>
      <BlogGrid posts={posts} />
      {posts.length > 0 && (
        <p className="actions">
          <Link className="button" to={blogsPath}>
            All blog posts
          </Link>
        </p>
      )}
    </section>
  );
}
