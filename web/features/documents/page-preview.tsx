import { type ReactNode, type SyntheticEvent, useEffect, useState } from "react";
import type { PreviewForm } from "#schema/previews.ts";
import { ApiError, send } from "../../api.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import "./page-preview.css";

type Props<Result> = { of: PreviewForm; children: (result: Result) => ReactNode };

/** Shows the page that a draft will become. */
export function PagePreview<Result>({ of, children }: Props<Result>) {
  const [attempt, setAttempt] = useState(1);
  const { result, problem } = usePreview<Result>(of, attempt);
  return (
    <div className="page-preview" aria-busy={!result && !problem}>
      <h2>Preview</h2>
      <p className="field-hint">
        This is your page as visitors will see it. Its links and buttons do not work yet, except screenshots.
      </p>
      {!result && !problem && <output className="field-hint">Loading the preview…</output>}
      {problem && <LoadFailure text={problem} onRetry={() => setAttempt(attempt + 1)} />}
      {result && (
        <div className="page-preview-page" onClickCapture={blockNavigation} onSubmitCapture={blockNavigation}>
          {children(result)}
        </div>
      )}
    </div>
  );
}

/** Cancels clicks and submissions, except in galleries and for links of the article that open a new tab. */
function blockNavigation(event: SyntheticEvent) {
  const pressed = event.target instanceof Element ? event.target.closest("a[href], button, form") : null;
  if (!pressed || pressed.closest(".gallery")) return;
  if (pressed.closest(".article") && pressed.getAttribute("target") === "_blank") return;
  event.preventDefault();
  event.stopPropagation();
}

type Outcome<Result> = { key: string; result?: Result; problem?: string };

function usePreview<Result>(of: PreviewForm, attempt: number): Omit<Outcome<Result>, "key"> {
  const [outcome, setOutcome] = useState<Outcome<Result>>();
  const body = JSON.stringify(of);
  const key = `${attempt} ${body}`;
  useEffect(() => {
    let isStale = false;
    const show = (shown: Omit<Outcome<Result>, "key">) => isStale || setOutcome({ key, ...shown });
    send<Result>("POST", "preview/", { body: JSON.parse(body) }).then(
      (result) => show({ result }),
      (error: unknown) => show({ problem: error instanceof ApiError ? error.message : "An error occurred." }),
    );
    return () => {
      isStale = true;
    };
  }, [body, key]);
  return outcome?.key === key ? outcome : {};
}
