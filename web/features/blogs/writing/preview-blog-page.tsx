import { Link, useLoaderData, useParams } from "react-router";
import { editBlogPath, previewBlogPath } from "#schema/paths.ts";
import { ScreenHead } from "../../../layout/screen-head.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { BlogView } from "../blog-view.tsx";
import type { loader } from "./preview-blog-data.ts";

/** A post as its page will show it, for staff. */
export function Component() {
  const { post: slug = "" } = useParams();
  const outcome = useLoaderData<typeof loader>();
  const { answer } = outcome;
  return (
    <div className="wrap">
      <ScreenHead title={answer ? `Preview: ${answer.post.title}` : "Preview"} />
      <p className="callout">
        This is a preview: only staff see it at this address.
        <Link className="button" to={editBlogPath(slug)}>
          Edit
        </Link>
      </p>
      <AsyncContent data={{ result: outcome }} failure="Failed to load blog.">
        {(page) => <BlogView {...page} path={previewBlogPath(slug)} />}
      </AsyncContent>
    </div>
  );
}
