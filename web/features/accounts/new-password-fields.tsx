import { Field } from "../../forms/field.tsx";
import type { useShowPassword } from "../../forms/show-password.tsx";
import { PASSWORD_HINT } from "./texts.ts";

type Props = {
  label: string;
  confirmLabel: string;
  password: ReturnType<typeof useShowPassword>;
  errors: Record<string, string>;
};

export const NewPasswordFields = ({ label, confirmLabel, password, errors }: Props) => (
  <>
    <Field
      name="password1"
      label={label}
      type={password.type}
      autoComplete="new-password"
      hint={PASSWORD_HINT}
      error={errors["password1"]}
    />
    <Field
      name="password2"
      label={confirmLabel}
      type={password.type}
      autoComplete="new-password"
      error={errors["password2"]}
    />
    {password.checkbox}
  </>
);
