import { Link } from "react-router";
import type { BlogSummary } from "#schema/articles/blogs.ts";
import { blogPath } from "#schema/pages/paths.ts";
import { DateText } from "../../ui/date.tsx";

type Props = {
  post: BlogSummary;
  /** True if a visitor sees the image first on the page. */
  isFirst: boolean;
};

export function BlogCard({ post, isFirst }: Props) {
  return (
    <article className="card article-teaser">
      {post.featured_image && (
        <img
          src={post.featured_image_small || post.featured_image}
          alt=""
          width={640}
          height={360}
          {...(isFirst ? { fetchPriority: "high" } : { loading: "lazy" })}
          decoding="async"
        />
      )}
      <h3>
        <Link className="card-link" viewTransition to={blogPath(post.slug)}>
          {post.title}
        </Link>
      </h3>
      <p>{post.excerpt}</p>
      <p className="meta">
        <DateText iso={post.created_at} />
      </p>
    </article>
  );
}
