import type { ComponentProps } from "react";
import { Labelled, type LabelProps } from "./labelled.tsx";

type Props = Omit<ComponentProps<"select">, "id"> & LabelProps & { name: string };

export function SelectField({ label, error, hint, ...select }: Props) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(control) => <select {...select} {...control} />}
    </Labelled>
  );
}
