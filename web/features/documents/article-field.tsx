import { type RefObject, useEffect, useId, useState } from "react";
import { ApiError } from "../../api.ts";
import { ArticleEditor, type ArticleEditorHandle } from "./article-editor.tsx";

type Props = {
  editor: RefObject<ArticleEditorHandle | null>;
  /** In the validation rules of the form. */
  name: string;
  /** Later changes of this prop are ignored. */
  initial: string;
  onChange: (content: string) => void;
  error: string | undefined;
};

/** An error focuses the editor. */
export function ArticleField({ editor, name, initial, onChange, error }: Props) {
  const errorId = useId();
  const [start] = useState(initial);

  useEffect(() => {
    if (error) editor.current?.focus();
  }, [error, editor]);

  return (
    <>
      {/* The form finds the field by this name. Without it, the error would be shown above all fields. */}
      <input type="hidden" name={name} />
      <p id={errorId} className="field-error" role="alert">
        {error}
      </p>
      <ArticleEditor
        ref={editor}
        initial={start}
        onChange={onChange}
        label="Article"
        describedBy={errorId}
        invalid={error !== undefined}
      />
    </>
  );
}

/**
 * @throws ApiError with `problem` for the field `name` if the editor cannot save.
 */
export async function readArticle(editor: ArticleEditorHandle | null, name: string, problem: string): Promise<string> {
  try {
    return await editor!.save();
  } catch {
    throw new ApiError(0, problem, { [name]: problem });
  }
}
