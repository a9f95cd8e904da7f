import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import "../../../forms/long-form.css";

type Props = {
  /** Returns the newest content. If it rejects, the field has already shown the error. */
  read: () => Promise<string>;
  error: string | undefined;
  renderPage: (content: string) => ReactNode;
  /** Shows the preview of a page with forms, which a form cannot contain. */
  place?: Element | null;
  children: ReactNode;
};

export function EditOrPreview({ read, error, renderPage, place, children }: Props) {
  const [previewed, setPreviewed] = useState<string>();
  const [shownError, setShownError] = useState(error);
  if (error !== shownError) {
    setShownError(error);
    // A new error leads back to the editor.
    if (error) setPreviewed(undefined);
  }
  const isPreview = previewed !== undefined;
  return (
    <>
      <fieldset className="segmented view-toggle" aria-label="View">
        <button type="button" aria-pressed={!isPreview} onClick={() => setPreviewed(undefined)}>
          Edit
        </button>
        <button type="button" aria-pressed={isPreview} onClick={() => void read().then(setPreviewed, () => {})}>
          Preview
        </button>
      </fieldset>
      <div hidden={isPreview}>{children}</div>
      {isPreview && (place === undefined ? renderPage(previewed) : place && createPortal(renderPage(previewed), place))}
    </>
  );
}
