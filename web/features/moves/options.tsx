import { useId } from "react";
import "../owner/site-facts/site-facts.css";

type Props = {
  name: string;
  label: string;
  /** Labels by value: one can be chosen. A list of labels: several can. */
  options: Readonly<Record<string, string>> | string[];
  chosen: readonly string[];
  error: string | undefined;
};

/** A question with its possible answers. */
export function Options({ name, label, options, chosen, error }: Props) {
  const id = useId();
  const isList = Array.isArray(options);
  return (
    <fieldset className="field fact-controls">
      <legend>{label}</legend>
      <div className="fact-options">
        {Object.entries(options).map(([key, text]) => {
          const value = isList ? text : key;
          return (
            <label key={key} className="checkbox">
              <input
                type={isList ? "checkbox" : "radio"}
                name={name}
                value={value}
                defaultChecked={chosen.includes(value)}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && id}
              />
              {text}
            </label>
          );
        })}
      </div>
      {error && (
        <p id={id} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
