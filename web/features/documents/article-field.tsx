import { type RefObject, useEffect, useId, useState } from "react";
import { ApiError } from "../../api.ts";
import { ArticleEditor, type ArticleEditorHandle } from "./article-editor.tsx";

type Props = {
  editor: RefObject<ArticleEditorHandle | null>;
  /** What the form's rules know the article by. */
  name: string;
  /** The editor holds the content from there on. */
  initial: string;
  onChange: (content: string) => void;
  error: string | undefined;
};

/** An article in a form, with what is wrong with it. */
export function ArticleField({ editor, name, initial, onChange, error }: Props) {
  const errorId = useId();
  const [start] = useState(initial);

  useEffect(() => {
    if (error) editor.current?.focus();
  }, [error, editor]);

  return (
    <>
      {/* What the form knows the article by: what is wrong with it is said here, and not above all fields. */}
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
 * The newest content.
 * @throws ApiError with `problem` for the field `name` where the editor cannot give it.
 */
export async function readArticle(editor: ArticleEditorHandle | null, name: string, problem: string): Promise<string> {
  try {
    return await editor!.save();
  } catch {
    throw new ApiError(0, problem, { [name]: problem });
  }
}
