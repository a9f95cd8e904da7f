import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import "../../forms/long-form.css";

type Props = {
  /** The newest content; where it rejects, the field has said why. */
  read: () => Promise<string>;
  error: string | undefined;
  /** The page with that content. */
  renderPage: (content: string) => ReactNode;
  /** Where the page is shown: outside of the form, because it has forms of its own. Empty: not now. */
  place: Element | null;
  /** The field. */
  children: ReactNode;
};

/** An article to edit, or to look at on its page, as readers will. */
export function EditOrPreview({ read, error, renderPage, place, children }: Props) {
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
      {isPreview && place && createPortal(renderPage(previewed), place)}
    </>
  );
}
