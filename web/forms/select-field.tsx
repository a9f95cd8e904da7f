import type { ComponentProps } from "react";
import { Labelled, type LabelProps } from "./labelled.tsx";

type Props = Omit<ComponentProps<"select">, "id"> &
  LabelProps & {
    name: string;
    /** Texts by values, after the children. */
    options?: Readonly<Record<string, string>>;
  };

export function SelectField({ label, error, hint, options, children, ...select }: Props) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(control) => (
        <select {...select} {...control}>
          {children}
          {Object.entries(options ?? {}).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
