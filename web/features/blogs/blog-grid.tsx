import type { BlogSummary } from "#schema/articles/blogs.ts";
import { BlogCard } from "./blog-card.tsx";

type Props = {
  posts: BlogSummary[];
  /** True if the grid is on the first screen of the page. */
  isOnTop?: boolean;
};

export function BlogGrid({ posts, isOnTop = false }: Props) {
  if (posts.length === 0) return <p className="empty">No blogs available</p>;
  return (
    <ul className="grid" data-count={posts.length}>
      {posts.map((post, index) => (
        <li key={post.slug}>
          <BlogCard post={post} isFirst={isOnTop && index === 0} />
        </li>
      ))}
    </ul>
  );
}
