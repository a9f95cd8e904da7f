import { Link } from "react-router";
import { signUpPasswordForm } from "#schema/accounts/account-forms.ts";
import type { Verified } from "#schema/accounts/accounts.ts";
import { requestResetPath } from "#schema/pages/paths.ts";
import { send } from "../../../data/api.ts";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { useShowPassword } from "../../../forms/show-password.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useForm } from "../../../forms/use-form.ts";

type Props = { token: string; onDone: (answer: Verified) => void };

/**
 * The password form for a verification link that is opened in another browser than the one that signed up, or that was
 * requested later.
 */
export function SignUpPassword({ token, onDone }: Props) {
  const password = useShowPassword();
  const form = useForm(signUpPasswordForm, async (input) => {
    onDone(await send("POST", "signup/verify/:token/", { params: { token }, body: input }));
  });
  return (
    <form className="form" {...form.props}>
      <p>
        Please enter the password that you chose when you signed up. If you did not sign up, you can close this page.
      </p>
      <FormMessage text={form.message} />
      <Field
        name="password"
        label="Password"
        type={password.type}
        autoComplete="current-password"
        error={form.fields["password"]}
      />
      {password.checkbox}
      <SubmitButton busy={form.busy} busyText="Verifying…">
        Verify
      </SubmitButton>
      <p>
        Forgot the password? <Link to={requestResetPath}>Set a new one by email</Link>
      </p>
    </form>
  );
}
