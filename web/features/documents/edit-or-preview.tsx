import { type ReactNode, useState } from "react";
import { ArticlePreview } from "./article-preview.tsx";
import "../../forms/long-form.css";

type Props = {
  /** The newest content; where it rejects, the field has said why. */
  read: () => Promise<string>;
  error: string | undefined;
  /** The field. */
  children: ReactNode;
};

/** An article to edit, or to look at as readers will. */
export function EditOrPreview({ read, error, children }: Props) {
  const [previewed, setPreviewed] = useState<string>();
  const [shownError, setShownError] = useState(error);
  if (error !== shownError) {
    setShownError(error);
    // What is wrong can only be mended in the editor.
    if (error) setPreviewed(undefined);
  }
  const isPreview = previewed !== undefined;
  return (
    <>
      <fieldset className="view-toggle" aria-label="View">
        <button type="button" className="button" aria-pressed={!isPreview} onClick={() => setPreviewed(undefined)}>
          Edit
        </button>
        <button
          type="button"
          className="button"
          aria-pressed={isPreview}
          onClick={() => void read().then(setPreviewed, () => {})}
        >
          Preview
        </button>
      </fieldset>
      <div hidden={isPreview}>{children}</div>
      {isPreview && (
        <section className="card" aria-label="Preview">
          <ArticlePreview content={previewed} />
        </section>
      )}
    </>
  );
}
