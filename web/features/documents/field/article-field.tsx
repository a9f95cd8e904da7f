import { type ComponentProps, type RefObject, useEffect, useId, useState } from "react";
import { ApiError } from "../../../data/api.ts";
import { ArticleEditor, type ArticleEditorHandle } from "./article-editor.tsx";

type Props = Pick<ComponentProps<typeof ArticleEditor>, "initial" | "offer" | "onChange"> & {
  editor: RefObject<ArticleEditorHandle | null>;
  /** In the validation rules of the form. */
  name: string;
  error: string | undefined;
  describedBy?: string;
};

/** An error focuses the editor. */
export function ArticleField({ editor, name, initial, offer, onChange, error, describedBy = "" }: Props) {
  const errorId = useId();
  const [start] = useState({ initial, ...(offer && { offer }) });

  useEffect(() => {
    if (error) editor.current?.focus();
  }, [error, editor]);

  return (
    <>
      <p id={errorId} className="field-error" role="alert">
        {error}
      </p>
      <ArticleEditor
        ref={editor}
        name={name}
        {...start}
        onChange={onChange}
        label="Article"
        describedBy={`${describedBy} ${errorId}`.trim()}
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
