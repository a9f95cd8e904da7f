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

export function ContentField({ editor, draft, change, error }: ContentFieldProps) {
  return (
    <div className="content-field">
      <p className="field-hint">
        Describe what your site does, who it is for and what makes it different. Your site's page shows this article.
        You can add images.
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

/** @throws ApiError with the text `problem` if the editor fails. */
export const readContent = (
  editor: ArticleEditorHandle | null,
  problem: "Error validating content" | "Error saving content",
): Promise<string> => readArticle(editor, NAME, problem);
