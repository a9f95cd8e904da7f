import type { ComponentProps } from "react";
import { Labelled, type LabelProps } from "./labelled.tsx";

type Props = Omit<ComponentProps<"textarea">, "id"> & LabelProps & { name: string };

export function TextArea({ label, error, hint, ...textarea }: Props) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(control) => <textarea {...textarea} {...control} />}
    </Labelled>
  );
}
