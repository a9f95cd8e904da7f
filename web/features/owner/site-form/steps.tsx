import { useEffect, useRef, type RefObject } from "react";
import { useLocation, useNavigate } from "react-router";

const STEPS = ["details", "content", "finish"] as const;
export type Step = (typeof STEPS)[number];

export const STEP_TITLES: Record<Step, string> = { details: "Details", content: "Content", finish: "Finish" };

/**
 * Reads the step from the URL's fragment, so that the browser's back button leads to the previous step. If an earlier
 * step is not ready, the first step is open.
 */
export function useStep(isReady: (step: Step) => boolean) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const wanted = STEPS.find((step) => `#${step}` === hash) ?? "details";
  const step = STEPS.slice(0, STEPS.indexOf(wanted)).every(isReady) ? wanted : "details";
  useEffect(() => {
    // Otherwise the form would go on by itself, as soon as the earlier step is ready.
    if (step !== wanted) void navigate(`#${step}`, { replace: true });
  }, [step, wanted, navigate]);
  return {
    step,
    goTo: (next: Step) => void navigate(`#${next}`),
  };
}

/** Moves the focus when the step changes: to the first field with an error, or else to the heading. */
export function useStepFocus(step: Step, form: RefObject<HTMLFormElement | null>) {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find("[aria-invalid='true']") ?? find(".step-title"))?.focus();
  }, [step, form]);
}

export function StepList({ step }: { step: Step }) {
  return (
    <ol className="tabs steps" aria-label="Steps">
      {STEPS.map((name, index) => (
        <li key={name} aria-current={name === step ? "step" : undefined}>
          {index + 1}. {STEP_TITLES[name]}
        </li>
      ))}
    </ol>
  );
}

export function StepTitle({ step }: { step: Step }) {
  return (
    <h2 className="step-title" tabIndex={-1}>
      <span className="step-number">{`Listing, step ${STEPS.indexOf(step) + 1} of ${STEPS.length}`}</span>{" "}
      <span>{STEP_TITLES[step]}</span>
    </h2>
  );
}
