import type { BlogPage } from "#schema/articles/blogs.ts";
import { parseImageSize } from "#schema/images/image-size.ts";
import { blogPath } from "#schema/pages/paths.ts";
import { useConfig } from "../../data/config.tsx";
import { DateText } from "../../ui/date.tsx";
import { ArticleBody } from "../documents/article-body.tsx";
import { ShareLinks } from "../sites/site/share-links.tsx";
import { sponsorIn } from "../sites/card/sponsor-card.tsx";
import { UNKNOWN_SIZE } from "../documents/unknown-size.ts";
import { BlogAside } from "./blog-aside.tsx";

type Props = Omit<BlogPage, "share_image"> & {
  /** The path of the current page, for the page links of the sidebar. */
  path: string;
};

export function BlogView({ post, article, sponsors, featured, related, path }: Props) {
  const { origin } = useConfig();
  const imageSize = parseImageSize(post.featured_image);
  const hasChanged = post.updated_at.slice(0, 10) > post.created_at.slice(0, 10);
  return (
    <>
      <header className="page-header">
        <h1>{post.title}</h1>
        <p className="meta">
          <span>
            Published <DateText iso={post.created_at} />
          </span>
          {hasChanged && (
            <span>
              Updated <DateText iso={post.updated_at} />
            </span>
          )}
        </p>
        <ShareLinks url={origin + blogPath(post.slug)} title={post.title} />
      </header>
      <div className="with-aside">
        <div>
          {post.featured_image && (
            <img
              className={imageSize ? "featured-image" : "featured-image featured-image-unsized"}
              src={post.featured_image}
              alt={post.featured_image_alt}
              {...(imageSize ?? UNKNOWN_SIZE)}
              loading="eager"
              decoding="async"
              fetchPriority="high"
            />
          )}
          <ArticleBody article={article} linkRel="noopener" ad={(slot) => sponsorIn(sponsors, slot)} />
        </div>
        <BlogAside path={path} featured={featured} related={related} />
      </div>
    </>
  );
}
