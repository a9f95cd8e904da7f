import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { StaffBlogSummary } from "#schema/blogs.ts";
import { parsePage } from "#schema/pages.ts";
import { createBlogPath, dashboardPath, editBlogPath, withQuery } from "#schema/paths.ts";
import type { Page } from "#schema/sites.ts";
import { Pager } from "../../ui/pager.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../use-answer.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { DeleteBlog } from "./delete-blog.tsx";
import { shownAt } from "./shown-at.ts";
import "../../ui/status.css";
import "../../ui/table.css";

/** For staff: every post, drafts and scheduled ones too. */
export function BlogTab() {
  const [search] = useSearchParams();
  const page = parsePage(search.get("blogs")) ?? 1;
  const { answer, error, isLoading, change, reload } = useAnswer<Page<StaffBlogSummary>>(
    withQuery("blogs/user/", { page }),
  );
  const [deleted, setDeleted] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone with its post.
  useEffect(() => {
    if (deleted !== undefined) box.current?.focus();
  }, [deleted]);

  const remove = ({ slug }: StaffBlogSummary) => {
    change((shown) => ({ ...shown, results: shown.results.filter((post) => post.slug !== slug) }));
    reload();
    setDeleted(slug);
  };
  return (
    <div ref={box} tabIndex={-1} aria-busy={isLoading}>
      {error && <LoadFailure text="Failed to fetch blogs." onRetry={reload} />}
      {!answer && !error && <output>Loading…</output>}
      {answer?.results.length === 0 && (
        <p className="empty">
          No blogs available. <Link to={createBlogPath}>Add Blog</Link>
        </p>
      )}
      {answer && answer.results.length > 0 && (
        <table className="table" aria-label="Blog">
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">Status</th>
              <th scope="col">Changed</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {answer.results.map((post) => (
              <BlogRow key={post.slug} post={post} onDeleted={() => remove(post)} />
            ))}
          </tbody>
        </table>
      )}
      {answer && (
        <Pager
          label="Pages of blog posts"
          page={answer.page}
          pages={answer.pages}
          hrefOf={(next) => withQuery(dashboardPath, { tab: "blog", blogs: next === 1 ? null : next })}
        />
      )}
    </div>
  );
}

function BlogRow({ post, onDeleted }: { post: StaffBlogSummary; onDeleted: () => void }) {
  const named = <span className="visually-hidden"> {post.title}</span>;
  return (
    <tr>
      <th scope="row">
        <Link to={shownAt(post)}>{post.title}</Link>
      </th>
      <td data-label="Status">
        <BlogState post={post} />
      </td>
      <td data-label="Changed">
        <Time at={post.updated_at} />
      </td>
      <td>
        <div className="table-actions">
          <Link className="button" to={editBlogPath(post.slug)}>
            Edit{named}
          </Link>
          <Link className="button" to={shownAt(post)}>
            View{named}
          </Link>
          <DeleteBlog post={post} text="Delete" onDeleted={onDeleted} />
        </div>
      </td>
    </tr>
  );
}

function BlogState({ post: { status, published_at: at } }: { post: StaffBlogSummary }) {
  if (status === "draft" || at === null) return <span className="chip status-pending">Draft</span>;
  if (status === "published") return <span className="chip status-active">Published</span>;
  return (
    <>
      <span className="chip status-pending">Scheduled</span> <Time at={at} />
    </>
  );
}
