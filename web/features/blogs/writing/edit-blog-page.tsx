import { useMemo, useRef, useState } from "react";
import { Link, useLoaderData, useNavigate } from "react-router";
import type { BlogForm as Form } from "#schema/articles/blog-form.ts";
import type { EditableBlog } from "#schema/articles/blogs.ts";
import { dashboardPath } from "#schema/pages/paths.ts";
import { ApiError, get } from "../../../data/api.ts";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { useAction } from "../../../data/use-action.ts";
import { showMessage } from "../../../ui/message.tsx";
import { ConflictDialog } from "../../../forms/conflict-dialog.tsx";
import { deleteDraft } from "../../../forms/draft-storage.ts";
import type { DraftStart } from "../../../forms/use-draft.ts";
import { DraftOffer } from "../../../forms/draft-offer.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { BLOG_DRAFTS, type BlogDraft, toBlogDraft } from "./blog-draft.ts";
import { BlogForm } from "./blog-form.tsx";
import { toMultipart } from "../calls.ts";
import { DeleteBlog } from "./delete-blog.tsx";
import type { calls, loader } from "./edit-blog-data.ts";
import { postPath } from "../post-path.ts";

export function Component() {
  const result = useLoaderData<typeof loader>();
  return (
    <Screen title={result.value ? `Edit ${result.value.title}` : "Edit Blog"}>
      <AsyncContent data={{ result }} failure="Failed to load blog.">
        {(post) => <Editing key={post.slug} loaded={post} />}
      </AsyncContent>
    </Screen>
  );
}

/** Mounts the form again for each loaded version of the post. */
function Editing({ loaded }: { loaded: EditableBlog }) {
  const [{ post, round }, setState] = useState({ post: loaded, round: 0 });
  const bare = useMemo(() => toBlogDraft(post), [post]);
  return (
    <DraftOffer key={round} kind={BLOG_DRAFTS} of={`blog.${post.slug}`} original={bare} basedOn={post.updated_at}>
      {(start) => (
        <EditForm post={post} start={start} onLoad={(version) => setState({ post: version, round: round + 1 })} />
      )}
    </DraftOffer>
  );
}

type EditProps = { post: EditableBlog; start: DraftStart<BlogDraft>; onLoad: (version: EditableBlog) => void };

function EditForm({ post, start, onLoad }: EditProps) {
  const navigate = useNavigate();
  const updateBlog = useAction<typeof calls, "updateBlog">("updateBlog");
  const deleteBlog = useAction<typeof calls, "deleteBlog">("deleteBlog");
  /** The last saved version. The user may stay in the form after a save. */
  const latest = useRef(post);
  const basedOn = useRef(start.basedOn ?? post.updated_at);
  /** The version on the server, if a save was refused because it is newer. */
  const [newer, setNewer] = useState<EditableBlog>();

  async function save(form: Form) {
    try {
      const stored = await updateBlog(toMultipart({ ...form, updated_at: basedOn.current }));
      latest.current = stored;
      basedOn.current = stored.updated_at;
      const next = () => {
        showMessage("Saved. All readers see this version within a minute.");
        void navigate(postPath(stored));
      };
      return { stored, next };
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        setNewer(await get("blogs/user/:slug/", { params: { slug: post.slug } }));
      throw error;
    }
  }
  const beginWith = (version: EditableBlog) => {
    deleteDraft(start.key);
    onLoad(version);
  };
  return (
    <BlogForm
      post={post}
      start={start}
      submit={{ text: "Update Blog", busyText: "Updating..." }}
      save={save}
      onDiscard={() => beginWith(latest.current)}
      actions={
        <>
          <Link className="button" to={postPath(post)}>
            View Blog
          </Link>
          <Link className="button" to={dashboardPath}>
            Cancel
          </Link>
        </>
      }
    >
      {({ finish, submitAgain }) => (
        <>
          <div className="delete-blog">
            <DeleteBlog
              post={post}
              text="Delete Blog"
              onDelete={async () => {
                await deleteBlog(post.slug);
                finish(() => void navigate(dashboardPath));
              }}
            />
          </div>
          {newer && (
            <ConflictDialog
              what="blog post"
              onClose={() => setNewer(undefined)}
              onLoadNewer={() => beginWith(newer)}
              onKeepMine={() => {
                basedOn.current = newer.updated_at;
                setNewer(undefined);
                submitAgain();
              }}
            />
          )}
        </>
      )}
    </BlogForm>
  );
}
