import type { ComponentProps } from "react";
import { Field } from "../../forms/field.tsx";

type Props = Pick<ComponentProps<"input">, "ref" | "defaultValue"> & { error: string | undefined };

/** The field for the email address of an account. `autoComplete="username"` tells password managers what it is. */
export const EmailField = (props: Props) => (
  <Field {...props} name="email" label="Email" type="email" autoComplete="username" />
);
