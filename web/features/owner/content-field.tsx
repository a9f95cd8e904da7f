import { useEffect, useId, useState, type RefObject } from "react";
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

  useEffect(() => {
    if (error) editor.current?.focus();
  }, [error, editor]);

  return (
    <div className="content-field">
      <p className="field-hint">
        What your site does, for whom, and what sets it apart. It stands on its page, with pictures where you add them.
      </p>
      {/* What the form knows the article by: what is wrong with it is said here, and not above all fields. */}
      <input type="hidden" name="blog.content" />
      <p id={errorId} className="field-error" role="alert">
        {error}
      </p>
      <ArticleEditor
        ref={editor}
        initial={initial}
        onChange={(content) => change({ content })}
        label="Article"
        describedBy={errorId}
        invalid={error !== undefined}
      />
    </div>
  );
}

/**
 * The newest content.
 * @throws ApiError with `problem` where the editor cannot give it.
 */
export async function readContent(
  editor: ArticleEditorHandle | null,
  problem: "Error validating content" | "Error saving content",
): Promise<string> {
  try {
    return await editor!.save();
  } catch {
    throw new ApiError(0, problem, { "blog.content": problem });
  }
}
