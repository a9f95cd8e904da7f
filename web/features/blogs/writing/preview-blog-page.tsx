import { Link, useLoaderData, useParams } from "react-router";
import { editBlogPath, previewBlogPath } from "#schema/pages/paths.ts";
import { ScreenHead } from "../../../layout/screen-head.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { BlogView } from "../blog-view.tsx";
import type { loader } from "./preview-blog-data.ts";

export function Component() {
  const { post: slug = "" } = useParams();
  const result = useLoaderData<typeof loader>();
  const { value } = result;
  return (
    <div className="wrap">
      <ScreenHead title={value ? `Preview: ${value.post.title}` : "Preview"} />
      <p className="callout">
        This is a preview. Only staff can see it.
        <Link className="button" to={editBlogPath(slug)}>
          Edit
        </Link>
      </p>
      <AsyncContent data={{ result }} failure="Failed to load blog.">
        {(page) => <BlogView {...page} path={previewBlogPath(slug)} />}
      </AsyncContent>
    </div>
  );
}
