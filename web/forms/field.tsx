import type { ComponentProps } from "react";
import { Labelled, type LabelProps } from "./labelled.tsx";

type Props = Omit<ComponentProps<"input">, "id"> & LabelProps & { name: string };

export function Field({ label, error, hint, ...input }: Props) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(control) => <input {...control} {...input} />}
    </Labelled>
  );
}
