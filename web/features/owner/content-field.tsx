import { useCallback, useEffect, useId, useState, type RefObject } from "react";
import { ApiError } from "../../api.ts";
import { ArticleEditor, type ArticleEditorHandle } from "../documents/article-editor.tsx";
import type { SiteDraft } from "./site-draft.ts";

export type ContentFieldProps = {
  editor: RefObject<ArticleEditorHandle | null>;
  draft: SiteDraft;
  change: (changes: Partial<SiteDraft>) => void;
  error: string | undefined;
};

/** The article of a site. */
export function ContentField({ editor, draft, change, error }: ContentFieldProps) {
  const errorId = useId();
  // The editor holds the content from here on.
  const [initial] = useState(draft.content);
  const onChange = useCallback((content: string) => change({ content }), [change]);

  useEffect(() => {
    if (error) editor.current?.focus();
  }, [error, editor]);

  return (
    <fieldset className="content-field" name="blog.content">
      <legend>Article</legend>
      <p className="field-hint">
        What your site does, for whom, and what sets it apart. It stands on its page, with pictures where you add them.
      </p>
      {error && (
        <p id={errorId} className="field-error" role="alert">
          {error}
        </p>
      )}
      <ArticleEditor
        ref={editor}
        initial={initial}
        onChange={onChange}
        label="Article"
        invalid={error !== undefined}
        {...(error && { describedBy: errorId })}
      />
    </fieldset>
  );
}

/**
 * The newest content.
 * @throws ApiError where the editor cannot give it.
 */
export async function saveContent(editor: ArticleEditorHandle | null): Promise<string> {
  try {
    return await editor!.save();
  } catch {
    throw new ApiError(0, "Error saving content", { "blog.content": "Error saving content" });
  }
}
