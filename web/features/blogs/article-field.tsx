import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { ApiError } from "../../api.ts";
import { ArticleEditor, type ArticleEditorHandle } from "../documents/article-editor.tsx";
import { ArticlePreview } from "../documents/article-preview.tsx";

export type ArticleFieldHandle = {
  /**
   * The newest content.
   * @throws ApiError where the editor cannot give it.
   */
  save(): Promise<string>;
};

type Props = {
  ref: Ref<ArticleFieldHandle>;
  initial: string;
  onChange: (content: string) => void;
  error: string | undefined;
};

/** The article of a post, to edit or to look at as readers will. */
export function ArticleField({ ref, initial, onChange, error }: Props) {
  const errorId = useId();
  const editor = useRef<ArticleEditorHandle>(null);
  // The editor holds the content from here on.
  const [start] = useState(initial);
  const [previewed, setPreviewed] = useState<string>();
  const [shownError, setShownError] = useState(error);
  if (error !== shownError) {
    setShownError(error);
    // What is wrong can only be mended in the editor.
    if (error) setPreviewed(undefined);
  }
  const isPreview = previewed !== undefined;

  const save = async () => {
    try {
      return await editor.current!.save();
    } catch {
      throw new ApiError(0, "Failed to save editor content.", { content: "Failed to save editor content." });
    }
  };
  useImperativeHandle(ref, () => ({ save }));

  useEffect(() => {
    if (error) editor.current?.focus();
  }, [error]);

  return (
    <div className="content-field">
      <fieldset className="view-toggle" aria-label="View">
        <button type="button" className="button" aria-pressed={!isPreview} onClick={() => setPreviewed(undefined)}>
          Edit
        </button>
        <button
          type="button"
          className="button"
          aria-pressed={isPreview}
          onClick={() => void save().then(setPreviewed, () => {})}
        >
          Preview
        </button>
      </fieldset>
      {/* What the form knows the article by: what is wrong with it is said here, and not above all fields. */}
      <input type="hidden" name="content" />
      <p id={errorId} className="field-error" role="alert">
        {error}
      </p>
      <div hidden={isPreview}>
        <ArticleEditor
          ref={editor}
          initial={start}
          onChange={onChange}
          label="Article"
          describedBy={errorId}
          invalid={error !== undefined}
        />
      </div>
      {isPreview && (
        <section className="card" aria-label="Preview">
          <ArticlePreview content={previewed} />
        </section>
      )}
    </div>
  );
}
