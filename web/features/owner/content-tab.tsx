import { useState } from "react";
import { ArticlePreview } from "../documents/article-preview.tsx";
import { ContentField, readContent, type ContentFieldProps } from "./content-field.tsx";

/** The article, to edit or to look at as visitors will. The editor is loaded once somebody comes here. */
export function ContentTab({ isOpen, ...field }: ContentFieldProps & { isOpen: boolean }) {
  const { editor, draft, change, error } = field;
  const [wasOpened, setOpened] = useState(isOpen);
  const [wantsPreview, setPreview] = useState(false);
  if (isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;

  // What is wrong can only be mended in the editor.
  const isPreview = wantsPreview && !error;
  const showPreview = async () => {
    try {
      change({ content: await readContent(editor.current, "Error saving content") });
      setPreview(true);
    } catch {
      // The editor has said why, and stays open.
    }
  };
  return (
    <>
      <fieldset className="view-toggle" aria-label="View">
        <button type="button" className="button" aria-pressed={!isPreview} onClick={() => setPreview(false)}>
          Edit
        </button>
        <button type="button" className="button" aria-pressed={isPreview} onClick={() => void showPreview()}>
          Preview
        </button>
      </fieldset>
      <div hidden={isPreview}>
        <ContentField {...field} />
      </div>
      {isPreview && (
        <section className="card" aria-label="Preview">
          <ArticlePreview content={draft.content} />
        </section>
      )}
    </>
  );
}
