import { Link, useLocation, useParams } from "react-router";
import type { BlogPage } from "#schema/blogs.ts";
import { editBlogPath, previewBlogPath } from "#schema/paths.ts";
import { ScreenHead } from "../../layout/screen-head.tsx";
import { ScreenPending } from "../../layout/screen-pending.tsx";
import { useAnswer } from "../../use-answer.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { BlogView } from "./blog-view.tsx";

/** A post as its page will show it, for staff. */
export function Component() {
  const { post: slug = "" } = useParams();
  const { search } = useLocation();
  const { answer, error, reload } = useAnswer<BlogPage>(`pages/blog-preview/${encodeURIComponent(slug)}/${search}`);
  if (!answer && !error) return <ScreenPending />;
  return (
    <div className="wrap">
      <ScreenHead title={answer ? `Preview: ${answer.post.title}` : "Preview"} />
      <p className="callout">
        This is a preview: only staff see it at this address.
        <Link className="button" to={editBlogPath(slug)}>
          Edit
        </Link>
      </p>
      {answer ? (
        <BlogView {...answer} path={previewBlogPath(slug)} />
      ) : (
        <LoadFailure text="Failed to load blog." onRetry={reload} />
      )}
    </div>
  );
}
