import type { BlogSummary } from "#schema/blogs.ts";
import { Drawing } from "../../ui/drawing.tsx";
import { BlogCard } from "./blog-card.tsx";

export function BlogGrid({ posts }: { posts: BlogSummary[] }) {
  if (posts.length === 0)
    return (
      <p className="empty">
        <Drawing name="empty" />
        No blogs available
      </p>
    );
  return (
    <ul className="grid">
      {posts.map((post) => (
        <li key={post.slug}>
          <BlogCard post={post} />
        </li>
      ))}
    </ul>
  );
}
