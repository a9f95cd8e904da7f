import { type ReactNode, useId } from "react";
import { NOT_STATED } from "#schema/facts/fact-texts.ts";
import { factOf } from "#schema/facts/facts.ts";
import type { ControlProps } from "./control-props.ts";

type GroupProps = Pick<ControlProps, "name" | "path" | "error"> & { className?: string; children: ReactNode };

/** A group of controls for one fact, with its label, error and help. */
export function FactGroup({ name, path, error, className = "fact-options", children }: GroupProps) {
  const id = useId();
  const { label, help } = factOf(name);
  return (
    <fieldset
      className="field fact-controls"
      name={path}
      aria-describedby={[error && `${id}-error`, help && `${id}-hint`].filter(Boolean).join(" ") || undefined}
    >
      <legend>{label}</legend>
      <div className={className}>{children}</div>
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-hint`} className="field-hint">
          {help}
        </p>
      )}
    </fieldset>
  );
}

type ChoicesProps = ControlProps & { options: Readonly<Record<string, string>>; value: string[] };

export function ChoicesControl({ options, value: chosen, onChange, ...group }: ChoicesProps) {
  return (
    <FactGroup {...group}>
      {Object.entries(options).map(([value, text]) => (
        <label key={value} className="checkbox">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            // In the order of the options, so that equal choices are equal facts.
            onChange={({ target: { checked } }) =>
              onChange(Object.keys(options).filter((option) => (option === value ? checked : chosen.includes(option))))
            }
          />
          {text}
        </label>
      ))}
    </FactGroup>
  );
}

const ANSWERS = [
  [true, "Yes"],
  [false, "No"],
  [undefined, NOT_STATED],
] as const;

export function YesNoControl({ value, onChange, ...group }: ControlProps & { value: boolean | undefined }) {
  return (
    <FactGroup {...group}>
      {ANSWERS.map(([answer, text]) => (
        <label key={text} className="checkbox">
          <input
            type="radio"
            name={`${group.path}.answer`}
            checked={value === answer}
            onChange={() => onChange(answer)}
          />
          {text}
        </label>
      ))}
    </FactGroup>
  );
}
