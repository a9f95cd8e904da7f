import { useState } from "react";
import type { EditableBlog } from "#schema/articles/blogs.ts";
import { blogPath } from "#schema/pages/paths.ts";
import { normalizeLine } from "#schema/values/text.ts";
import { PagePreview } from "../../documents/page-preview.tsx";
import { type BlogDraft, toBlogForm } from "./blog-draft.ts";
import { BlogView } from "../blog-view.tsx";

type Props = {
  draft: BlogDraft;
  /** URL, or empty. */
  image: string;
  /** Undefined for a new post. */
  post: EditableBlog | undefined;
};

export function BlogPreview({ draft, image, post }: Props) {
  const slug = post?.slug ?? "";
  const { title, excerpt, featured_image_alt, published_at } = toBlogForm(draft);
  const [now] = useState(() => new Date().toISOString());
  const published = Number.isNaN(Date.parse(published_at)) ? (post?.created_at ?? now) : published_at;
  return (
    <PagePreview of={{ page: "blog", slug, content: draft.content }}>
      {(around) =>
        "related" in around && (
          <BlogView
            {...around}
            path={blogPath(slug)}
            post={{
              slug,
              title: normalizeLine(title),
              excerpt,
              featured_image: image,
              featured_image_small: "",
              featured_image_alt,
              created_at: published,
              updated_at: post ? now : published,
            }}
          />
        )
      }
    </PagePreview>
  );
}
