import { useEffect, useState } from "react";
import type { Article } from "#schema/document.ts";
import { ApiError, send } from "#web/api.ts";
import { FormMessage } from "#web/forms/form-message.tsx";
import { ArticleBody } from "./article-body.tsx";

/** What the content will look like on the public page. */
export function ArticlePreview({ content }: { content: string }) {
  const [attempt, setAttempt] = useState(1);
  return <Attempt key={attempt} content={content} onTryAgain={() => setAttempt(attempt + 1)} />;
}

type Outcome = { of: string; article?: Article; problem?: string };

function Attempt({ content, onTryAgain }: { content: string; onTryAgain: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();

  useEffect(() => {
    let isStale = false;
    send<{ article: Article }>("POST", "preview/", { body: { content } }).then(
      ({ article }) => isStale || setOutcome({ of: content, article }),
      (error: unknown) =>
        isStale ||
        setOutcome({ of: content, problem: error instanceof ApiError ? error.message : "An error occurred." }),
    );
    return () => {
      isStale = true;
    };
  }, [content]);

  const { article, problem } = outcome?.of === content ? outcome : {};
  return (
    <div aria-busy={!article && !problem}>
      {!article && !problem && <p className="field-hint">Preparing the preview …</p>}
      {article && <ArticleBody article={article} linkRel="ugc nofollow noopener" />}
      <FormMessage text={problem ?? ""} />
      {problem && (
        <button type="button" className="button" onClick={onTryAgain}>
          Try again
        </button>
      )}
    </div>
  );
}
