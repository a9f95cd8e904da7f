import { type ReactNode, type SyntheticEvent, useEffect, useState } from "react";
import type { PreviewForm } from "#schema/pages/previews.ts";
import { type Answer, ApiError, send } from "../../data/api.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import "./page-preview.css";

type Preview = Answer<"POST", "preview/">;

type Props = { of: PreviewForm; children: (result: Preview) => ReactNode };

/** Shows the page that a draft will become. */
export function PagePreview({ of, children }: Props) {
  const [attempt, setAttempt] = useState(1);
  const { result, problem } = usePreview(of, attempt);
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

type Outcome = { key: string; result?: Preview; problem?: string };

function usePreview(of: PreviewForm, attempt: number): Omit<Outcome, "key"> {
  const [outcome, setOutcome] = useState<Outcome>();
  const body = JSON.stringify(of);
  const key = `${attempt} ${body}`;
  useEffect(() => {
    let isStale = false;
    const show = (shown: Omit<Outcome, "key">) => isStale || setOutcome({ key, ...shown });
    send("POST", "preview/", { body: JSON.parse(body) }).then(
      (result) => show({ result }),
      (error: unknown) => show({ problem: error instanceof ApiError ? error.message : "An error occurred." }),
    );
    return () => {
      isStale = true;
    };
  }, [body, key]);
  return outcome?.key === key ? outcome : {};
}
