import { useMemo, useRef, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import type { BlogForm as Form } from "#schema/blog-form.ts";
import type { EditableBlog } from "#schema/blogs.ts";
import { dashboardPath } from "#schema/paths.ts";
import { ApiError, get } from "../../api.ts";
import { ScreenPending } from "../../layout/screen-pending.tsx";
import { refreshBlog } from "../../page-data.ts";
import { useSession } from "../../session.tsx";
import { showMessage } from "../../ui/message.tsx";
import { useAnswer } from "../../use-answer.ts";
import { ConflictDialog } from "../../forms/conflict-dialog.tsx";
import { dropDraft } from "../../forms/kept-draft.ts";
import type { DraftStart } from "../../forms/use-draft.ts";
import { DraftOffer } from "../../forms/draft-offer.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Screen } from "../../layout/screen.tsx";
import { BLOG_DRAFTS, type BlogDraft, toBlogDraft } from "./blog-draft.ts";
import { BlogForm } from "./blog-form.tsx";
import { updateBlog } from "./calls.ts";
import { DeleteBlog } from "./delete-blog.tsx";
import { shownAt } from "./shown-at.ts";

const callOf = (slug: string) => `blogs/user/${encodeURIComponent(slug)}/`;

export function Component() {
  const { post: slug } = useParams();
  const user = useSession();
  const { answer: post, error, reload } = useAnswer<EditableBlog>(callOf(slug!));
  if (!user) return null;
  if (!post && !error) return <ScreenPending />;
  return (
    <Screen title={post ? `Edit ${post.title}` : "Edit Blog"}>
      {post ? <Editing key={post.slug} loaded={post} /> : <LoadFailure text="Failed to load blog." onRetry={reload} />}
    </Screen>
  );
}

/** The form starts anew with each version of the post that is loaded into it. */
function Editing({ loaded }: { loaded: EditableBlog }) {
  const [{ post, round }, setState] = useState({ post: loaded, round: 0 });
  const bare = useMemo(() => toBlogDraft(post), [post]);
  return (
    <DraftOffer key={round} kind={BLOG_DRAFTS} of={`blog.${post.slug}`} bare={bare} basedOn={post.updated_at}>
      {(start) => (
        <EditForm post={post} start={start} onLoad={(version) => setState({ post: version, round: round + 1 })} />
      )}
    </DraftOffer>
  );
}

type EditProps = { post: EditableBlog; start: DraftStart<BlogDraft>; onLoad: (version: EditableBlog) => void };

function EditForm({ post, start, onLoad }: EditProps) {
  const navigate = useNavigate();
  /** As it was saved last, for those who go on. */
  const latest = useRef(post);
  const basedOn = useRef(start.basedOn ?? post.updated_at);
  /** What the server has instead of what was loaded here. */
  const [newer, setNewer] = useState<EditableBlog>();

  async function save(form: Form) {
    try {
      const stored = await updateBlog(post.slug, { ...form, updated_at: basedOn.current });
      latest.current = stored;
      basedOn.current = stored.updated_at;
      if (stored.status === "published") await refreshBlog(post.slug);
      const next = () => {
        showMessage("Saved. Every reader sees this version within a minute.");
        void navigate(shownAt(stored));
      };
      return { stored, next };
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setNewer(await get<EditableBlog>(callOf(post.slug)));
      throw error;
    }
  }
  const beginWith = (version: EditableBlog) => {
    dropDraft(start.key);
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
          <Link className="button" to={shownAt(post)}>
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
            <DeleteBlog post={post} text="Delete Blog" onDeleted={() => finish(() => void navigate(dashboardPath))} />
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
