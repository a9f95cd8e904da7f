import type { ComponentProps } from "react";
import { Field } from "../../forms/field.tsx";

type Props = Pick<ComponentProps<"input">, "ref" | "defaultValue" | "onChange"> & { error: string | undefined };

/** `autoComplete="username"` tells password managers that this is the account's name. */
export const EmailField = (props: Props) => (
  <Field {...props} name="email" label="Email" type="email" autoComplete="username" />
);
