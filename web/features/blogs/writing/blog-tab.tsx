import { useRef } from "react";
import { Link } from "react-router";
import type { StaffBlogSummary } from "#schema/articles/blogs.ts";
import { createBlogPath, dashboardPath, editBlogPath, withQuery } from "#schema/pages/paths.ts";
import type { Page } from "#schema/sites/sites.ts";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { useAction } from "../../../data/use-action.ts";
import type { LoaderData } from "../../../data/screen-data.ts";
import { Pager } from "../../../ui/pager.tsx";
import { Drawing } from "../../../ui/drawing.tsx";
import { Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import type * as calls from "../calls.ts";
import { DeleteBlog } from "./delete-blog.tsx";
import { postPath } from "../post-path.ts";
import "../../../ui/status.css";

export function BlogTab({ posts }: { posts: LoaderData<Page<StaffBlogSummary>> }) {
  return (
    <AsyncContent data={posts} failure="Failed to fetch blogs.">
      {(page) => <Posts {...page} />}
    </AsyncContent>
  );
}

function Posts({ results, page, pages }: Page<StaffBlogSummary>) {
  const deleteBlog = useAction<Pick<typeof calls, "deleteBlog">, "deleteBlog">("deleteBlog");
  const box = useRef<HTMLDivElement>(null);

  async function remove(slug: string) {
    await deleteBlog(slug);
    // The focused button was removed with its post.
    box.current?.focus();
  }

  return (
    <div ref={box} tabIndex={-1}>
      {results.length === 0 ? (
        <p className="empty">
          <Drawing name="empty" />
          No blogs available. <Link to={createBlogPath}>Add Blog</Link>
        </p>
      ) : (
        <Table label="Blog" columns={["Title", "Status", "Changed", "Actions"]}>
          {results.map((post) => (
            <BlogRow key={post.slug} post={post} onDelete={() => remove(post.slug)} />
          ))}
        </Table>
      )}
      <Pager
        label="Pages of blog posts"
        page={page}
        pages={pages}
        hrefOf={(next) => withQuery(dashboardPath, { tab: "blog", blogs: next === 1 ? null : next })}
      />
    </div>
  );
}

function BlogRow({ post, onDelete }: { post: StaffBlogSummary; onDelete: () => Promise<void> }) {
  return (
    <tr>
      <th scope="row">
        <Link to={postPath(post)} dir="auto">
          {post.title}
        </Link>
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
            Edit<span className="visually-hidden">{` ${post.title}`}</span>
          </Link>
          <DeleteBlog post={post} text="Delete" onDelete={onDelete} />
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
