import type { ComponentProps } from "react";
import { Field } from "../../forms/field.tsx";

type Props = Pick<ComponentProps<"input">, "ref" | "defaultValue"> & { error: string | undefined };

/** The address that a person signs in with. Password managers know it by `username`. */
export const EmailField = (props: Props) => (
  <Field {...props} name="email" label="Email" type="email" autoComplete="username" />
);
