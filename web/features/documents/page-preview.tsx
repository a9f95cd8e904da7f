import { type ReactNode, type SyntheticEvent, useEffect, useState } from "react";
import type { PreviewForm } from "#schema/previews.ts";
import { ApiError, send } from "../../api.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import "./page-preview.css";

type Props<Answer> = { of: PreviewForm; children: (answer: Answer) => ReactNode };

/** The page that a draft will make, of the parts that readers see. */
export function PagePreview<Answer>({ of, children }: Props<Answer>) {
  const [attempt, setAttempt] = useState(1);
  const { answer, problem } = usePreview<Answer>(of, attempt);
  return (
    <div className="page-preview" aria-busy={!answer && !problem}>
      <h2>Preview</h2>
      <p className="field-hint">Your page, as visitors will see it. Its links and buttons do nothing yet.</p>
      {!answer && !problem && <output className="field-hint">Preparing the preview …</output>}
      {problem && <LoadFailure text={problem} onRetry={() => setAttempt(attempt + 1)} />}
      {answer && (
        // Whoever writes here must not be led away by what is only looked at.
        <div className="page-preview-page" onClickCapture={blockNavigation} onSubmitCapture={blockNavigation}>
          {children(answer)}
        </div>
      )}
    </div>
  );
}

/** What the article itself opens, such as a video or another tab, it opens here as well. */
function blockNavigation(event: SyntheticEvent) {
  const pressed = event.target instanceof Element ? event.target.closest("a[href], button, form") : null;
  if (!pressed || (pressed.closest(".article") && pressed.getAttribute("target") === "_blank")) return;
  event.preventDefault();
  event.stopPropagation();
}

type Outcome<Answer> = { key: string; answer?: Answer; problem?: string };

/** Asks anew for each draft, and for each attempt. */
function usePreview<Answer>(of: PreviewForm, attempt: number): Omit<Outcome<Answer>, "key"> {
  const [outcome, setOutcome] = useState<Outcome<Answer>>();
  const body = JSON.stringify(of);
  const key = `${attempt} ${body}`;
  useEffect(() => {
    let isStale = false;
    const show = (shown: Omit<Outcome<Answer>, "key">) => isStale || setOutcome({ key, ...shown });
    send<Answer>("POST", "preview/", { body: JSON.parse(body) }).then(
      (answer) => show({ answer }),
      (error: unknown) => show({ problem: error instanceof ApiError ? error.message : "An error occurred." }),
    );
    return () => {
      isStale = true;
    };
  }, [body, key]);
  return outcome?.key === key ? outcome : {};
}
