import { useState } from "react";
import { Link } from "react-router";
import { dashboardPath } from "#schema/paths.ts";
import { useSession } from "../../session.tsx";
import { showMessage } from "../../ui/message.tsx";
import { DraftOffer } from "../../forms/draft-offer.tsx";
import { Screen } from "../../layout/screen.tsx";
import { useLeaveSoon } from "../../forms/use-leave-soon.ts";
import { BLANK, BLOG_DRAFTS } from "./blog-draft.ts";
import { BlogForm } from "./blog-form.tsx";
import { createBlog } from "./calls.ts";

const LEAVE_MS = 500;

export function Component() {
  const user = useSession();
  const [round, setRound] = useState(0);
  const leaveSoon = useLeaveSoon({ to: dashboardPath, afterMs: LEAVE_MS, unless: false });
  if (!user) return null;
  return (
    <Screen title="Create Blog">
      <DraftOffer key={round} kind={BLOG_DRAFTS} of="blog.new" bare={BLANK}>
        {(start) => (
          <BlogForm
            start={start}
            submit={{ text: "Create Blog", busyText: "Creating..." }}
            save={async (form) => {
              await createBlog(form);
              return () => {
                showMessage("Blog created successfully!");
                leaveSoon();
              };
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
