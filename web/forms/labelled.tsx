import { useId, type ReactNode } from "react";

/** Attributes that connect a control to its label, hint and error. */
type ControlProps = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };

export type LabelProps = {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
};

type Props = LabelProps & { className?: string; children: (control: ControlProps) => ReactNode };

export function Labelled({ label, error, hint, className = "", children }: Props) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : "";
  const errorId = error ? `${id}-error` : "";
  return (
    <div className={`field ${className}`.trim()}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
      })}
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
