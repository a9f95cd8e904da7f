import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { dashboardPath, editBlogPath } from "#schema/pages/paths.ts";
import { useSession } from "../../../data/session.tsx";
import { showMessage } from "../../../ui/message.tsx";
import { draftKey, saveDraft } from "../../../forms/draft-storage.ts";
import { DraftOffer } from "../../../forms/draft-offer.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { useAction } from "../../../data/use-action.ts";
import { useDelayedRedirect } from "../../../forms/use-delayed-redirect.ts";
import { BLANK, BLOG_DRAFTS } from "./blog-draft.ts";
import { BlogForm } from "./blog-form.tsx";
import { toMultipart } from "../calls.ts";
import type { calls } from "./create-blog-data.ts";

const LEAVE_MS = 500;

export function Component() {
  const user = useSession();
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const leaveSoon = useDelayedRedirect({ to: dashboardPath, afterMs: LEAVE_MS, isPrevented: false });
  const createBlog = useAction<typeof calls, "createBlog">("createBlog");
  if (!user) return null;
  return (
    <Screen title="Create Blog">
      <DraftOffer key={round} kind={BLOG_DRAFTS} of="blog.new" original={BLANK}>
        {(start) => (
          <BlogForm
            start={start}
            submit={{ text: "Create Blog", busyText: "Creating..." }}
            save={async (form) => {
              const stored = await createBlog(toMultipart(form));
              const next = () => {
                showMessage("Blog created successfully!");
                leaveSoon();
              };
              return { stored, next };
            }}
            goOnWith={(draft, { slug, updated_at }) => {
              saveDraft(draftKey(user.id, `blog.${slug}`), draft, updated_at);
              showMessage("Blog created, but without your latest changes. Save again to keep them.");
              void navigate(editBlogPath(slug));
            }}
            onDiscard={() => setRound(round + 1)}
            actions={
              <Link className="button" to={dashboardPath}>
                Cancel
              </Link>
            }
          />
        )}
      </DraftOffer>
    </Screen>
  );
}
