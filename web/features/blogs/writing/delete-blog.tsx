import { useState } from "react";
import type { EditableBlog } from "#schema/articles/blogs.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { showMessage } from "../../../ui/message.tsx";

type Props = {
  post: Pick<EditableBlog, "slug" | "title">;
  text: string;
  onDelete: () => Promise<void>;
};

export function DeleteBlog({ post, text, onDelete }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="button button-danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {text}
        <span className="visually-hidden">{` ${post.title}`}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this blog post?"
          action="Delete for good"
          busyText="Deleting…"
          onConfirm={async () => {
            await onDelete();
            setAsking(false);
            showMessage(`“${post.title}” was deleted.`);
          }}
          onClose={() => setAsking(false)}
        >
          <strong>{post.title}</strong> will be deleted. You cannot undo this.
        </ConfirmDialog>
      )}
    </>
  );
}
