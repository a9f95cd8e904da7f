import { type RefObject, useId, useState } from "react";
import type { ArticleEditorHandle } from "../../documents/field/article-editor.tsx";
import { ArticleField, readArticle } from "../../documents/field/article-field.tsx";
import { isEmptyArticle } from "../../documents/article-content.ts";
import { offerTemplate } from "./article-template.ts";
import type { SiteDraft } from "../draft/site-draft.ts";

export type ContentFieldProps = {
  editor: RefObject<ArticleEditorHandle | null>;
  draft: SiteDraft;
  change: (changes: Partial<SiteDraft>) => SiteDraft;
  error: string | undefined;
};

const NAME = "blog.content";

export function ContentField({ editor, draft, change, error }: ContentFieldProps) {
  const noteId = useId();
  const { isTemplateDismissed: isDismissed, content } = draft;
  const offer = offerTemplate(draft);
  // The note stays while the author writes, so that the editor does not move.
  const [hasNote] = useState(offer.open.length > 0);

  async function dismiss(isTemplateDismissed: boolean) {
    // The editor reports its last change, and then begins again with the other headings.
    await readContent(editor.current, "Error saving content").then(
      () => change({ isTemplateDismissed }),
      () => {},
    );
  }

  return (
    <div className="content-field">
      <p className="field-hint">
        Describe what your site does, who it is for and what makes it different. Your site's page shows this article.
        You can add images.
      </p>
      {hasNote && (
        <p className="form-note" id={noteId}>
          <output>
            {isDismissed
              ? "The empty headings are removed."
              : "These headings are suggestions. Empty ones are not published."}
          </output>
          <button
            type="button"
            className="link-button"

            onClick={() => void dismiss(!isDismissed)}
          >
            {isDismissed
              ? "Undo"
              : isEmptyArticle(content)
                ? "Start with an empty article"
                : "Remove the empty headings"}
          </button>
        </p>
      )}
      <ArticleField
        key={String(isDismissed)}
        editor={editor}
        name={NAME}
        initial={content}
        offer={isDismissed ? { sections: [], open: [] } : offer}
        onChange={(changed, open) =>
          change({
            content: changed,
            // After a change without the headings, their old places may separate a heading from its text.
            openSections: isDismissed ? offer.open.map(({ key }) => ({ key })) : open,
          })
        }
        error={error}
        describedBy={hasNote ? noteId : ""}
      />
    </div>
  );
}

/** @throws ApiError with the text `problem` if the editor fails. */
export const readContent = (
  editor: ArticleEditorHandle | null,
  problem: "Error validating content" | "Error saving content",
): Promise<string> => readArticle(editor, NAME, problem);
