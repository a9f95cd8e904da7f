import { type ReactNode, useEffect, useRef, useState } from "react";
import { blogForm, type BlogForm as Form, MAX_EXCERPT_LENGTH, MAX_TITLE_LENGTH } from "#schema/articles/blog-form.ts";
import type { EditableBlog } from "#schema/articles/blogs.ts";
import { MAX_ALT_LENGTH } from "#schema/articles/document.ts";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { showMessage } from "../../../ui/message.tsx";
import { DraftNote } from "../../../forms/draft-note.tsx";
import { LeaveGuard } from "../../../forms/leave-guard.tsx";
import { type DraftStart, useDraft } from "../../../forms/use-draft.ts";
import type { ArticleEditorHandle } from "../../documents/field/article-editor.tsx";
import { ArticleField, readArticle } from "../../documents/field/article-field.tsx";
import { EditOrPreview } from "../../documents/field/edit-or-preview.tsx";
import { type BlogDraft, toBlogForm } from "./blog-draft.ts";
import { BlogPreview } from "./blog-preview.tsx";
import { type ImageChoice, ImageField } from "./image-field.tsx";
import { PublicationField } from "./publication-field.tsx";
import "./blog-form.css";

type Props = {
  /** Missing for a new post. */
  post?: EditableBlog;
  start: DraftStart<BlogDraft>;
  /** `next` runs if the user typed nothing during the save. */
  save: (form: Form) => Promise<{ stored: EditableBlog; next: () => void }>;
  /** Shows what the user typed during a save on another screen. Without it, this form keeps the text. */
  goOnWith?: (draft: BlogDraft, stored: EditableBlog) => void;
  onDiscard: () => void;
  submit: { text: string; busyText: string };
  actions: ReactNode;
  /** Shown after the form element, so that dialogs in it can have their own forms. */
  children?: (controls: Controls) => ReactNode;
};

type Controls = {
  /** Deletes the draft and runs `next` when the leave guard is off. */
  finish: (next: () => void) => void;
  submitAgain: () => void;
};

const CHOOSE_AGAIN = "Choose the image again. The draft does not keep it.";
const SAVED_BEFORE = "Saved, but without your latest changes. Save again to keep them.";

export function BlogForm({ post, start, save, goOnWith, onDiscard, submit, actions, children }: Props) {
  const { draft, change, current, status, discard, rebase } = useDraft(start);
  const [saved, setSaved] = useState(start.original);
  /** The draft that the last save sent. */
  const sent = useRef(start.original);
  const [image, setImage] = useState<ImageChoice>();
  const [imageUrl, setImageUrl] = useState("");
  const shownImage = image === undefined ? (post?.featured_image ?? "") : imageUrl;
  const [next, setNext] = useState<() => void>();
  const editor = useRef<ArticleEditorHandle>(null);
  const isChanged = image !== undefined || !start.kind.isSame(draft, saved);

  const finish = (then: () => void) => {
    discard();
    setNext(() => then);
  };
  useEffect(() => next?.(), [next]);

  const readContent = async () =>
    change({ content: await readArticle(editor.current, "content", "Failed to save editor content.") }).content;

  async function submitted(input: Form) {
    const { stored, next: then } = await save(input);
    change({ hasNewImage: false });
    // If the editor cannot be read, there may be changes, so the form stays open. The next save shows the error.
    const isRead = await readContent().then(
      () => true,
      () => false,
    );
    if (isRead && start.kind.isSame(current(), sent.current)) return finish(then);
    if (goOnWith) return finish(() => goOnWith(current(), stored));
    rebase(sent.current, stored.updated_at);
    setSaved(sent.current);
    showMessage(SAVED_BEFORE);
  }

  const form = useForm(blogForm, submitted, {
    async read() {
      await readContent();
      sent.current = current();
      return { ...toBlogForm(sent.current), ...(image !== undefined && { featured_image: image }) };
    },
  });
  const { fields } = form;
  return (
    <>
      <form className="form blog-form" {...form.props}>
        <Field
          name="title"
          label="Title"
          value={draft.title}
          maxLength={MAX_TITLE_LENGTH}
          onChange={(event) => change({ title: event.currentTarget.value })}
          error={fields["title"]}
          {...(post && { hint: `The URL stays /blogs/${post.slug}.` })}
        />
        <ImageField
          current={post?.featured_image ?? ""}
          chosen={image}
          onChoose={(choice, url = "") => {
            setImage(choice);
            change({ hasNewImage: choice instanceof File });
            setImageUrl(url);
          }}
          error={fields["featured_image"] ?? (draft.hasNewImage && image === undefined ? CHOOSE_AGAIN : undefined)}
          isLocked={form.busy}
        />
        {(image ?? post?.featured_image) && (
          <Field
            name="featured_image_alt"
            label="Alternative text of the image"
            value={draft.imageAlt}
            maxLength={MAX_ALT_LENGTH}
            onChange={(event) => change({ imageAlt: event.currentTarget.value })}
            error={fields["featured_image_alt"]}
            hint="Describes the image to people who cannot see it. Leave it empty if the image is only decoration."
          />
        )}
        <div className="content-field">
          <EditOrPreview
            read={readContent}
            error={fields["content"]}
            renderPage={(content) => <BlogPreview draft={{ ...draft, content }} image={shownImage} post={post} />}
          >
            <ArticleField
              editor={editor}
              name="content"
              initial={draft.content}
              onChange={(content) => change({ content })}
              error={fields["content"]}
            />
          </EditOrPreview>
        </div>
        <TextArea
          name="excerpt"
          label="Excerpt"
          rows={3}
          value={draft.excerpt}
          maxLength={MAX_EXCERPT_LENGTH}
          onChange={(event) => change({ excerpt: event.currentTarget.value })}
          error={fields["excerpt"]}
          hint="Shown in lists and search results. If it is empty, the first paragraph is shown."
        />
        <PublicationField status={post?.status} draft={draft} change={change} error={fields["published_at"]} />
        <FormMessage text={form.message} />
        <div className="form-actions">
          <SubmitButton busy={form.busy || next !== undefined} busyText={submit.busyText}>
            {submit.text}
          </SubmitButton>
          {actions}
        </div>
      </form>
      <DraftNote
        status={status}
        onDiscard={() => {
          discard();
          onDiscard();
        }}
      />
      {children?.({ finish, submitAgain: () => form.props.ref.current!.requestSubmit() })}
      <LeaveGuard isActive={isChanged && !next} />
    </>
  );
}
