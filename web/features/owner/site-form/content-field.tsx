import type { RefObject } from "react";
import type { ArticleEditorHandle } from "../../documents/article-editor.tsx";
import { ArticleField, readArticle } from "../../documents/article-field.tsx";
import type { SiteDraft } from "./site-draft.ts";

export type ContentFieldProps = {
  editor: RefObject<ArticleEditorHandle | null>;
  draft: SiteDraft;
  change: (changes: Partial<SiteDraft>) => SiteDraft;
  error: string | undefined;
};

const NAME = "blog.content";

/** The article of a site. */
export function ContentField({ editor, draft, change, error }: ContentFieldProps) {
  return (
    <div className="content-field">
      <p className="field-hint">
        What your site does, for whom, and what sets it apart. It stands on its page, with pictures where you add them.
      </p>
      <ArticleField
        editor={editor}
        name={NAME}
        initial={draft.content}
        onChange={(content) => change({ content })}
        error={error}
      />
    </div>
  );
}

/** @throws ApiError with `problem` where the editor cannot give the newest content. */
export const readContent = (
  editor: ArticleEditorHandle | null,
  problem: "Error validating content" | "Error saving content",
): Promise<string> => readArticle(editor, NAME, problem);
