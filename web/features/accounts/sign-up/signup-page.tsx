import { useState } from "react";
import { Link } from "react-router";
import { signUpForm } from "#schema/accounts/account-forms.ts";
import { aboutPath, loginPath } from "#schema/pages/paths.ts";
import { send } from "../../../data/api.ts";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { useShowPassword } from "../../../forms/show-password.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { EmailField } from "../email-field.tsx";
import { AccountScreen } from "../account-screen.tsx";
import { listingStep } from "../listing-step.ts";
import { withNext } from "../sign-in-params.ts";
import { NewPasswordFields } from "../new-password-fields.tsx";
import { useSignInParams } from "../log-in/use-sign-in-params.ts";
import { SignedUp } from "./signed-up.tsx";

export function Component() {
  const { email, next } = useSignInParams();
  const [typedEmail, typeEmail] = useState<string>();
  const password = useShowPassword();
  const [answer, setAnswer] = useState<{ text: string; email: string }>();
  const form = useForm(signUpForm, async (input) => {
    const { message } = await send("POST", "signup/", { body: input });
    setAnswer({ text: message, email: input.email });
  });
  const { fields } = form;
  return (
    <AccountScreen
      title="Sign up"
      step={listingStep(answer ? "confirm your address" : "sign up", { next, isNew: true })}
      intro={!answer && "Listing a site is free. With an account you can manage it and like other sites."}
    >
      {answer ? (
        <SignedUp {...answer} next={next} />
      ) : (
        <form className="form" {...form.props}>
          <FormMessage text={form.message} />
          {next && <input type="hidden" name="next" value={next} />}
          <EmailField
            defaultValue={email}
            onChange={(event) => typeEmail(event.target.value)}
            error={fields["email"]}
          />
          <div className="form-row">
            <Field name="first_name" label="First name" autoComplete="given-name" error={fields["first_name"]} />
            <Field name="last_name" label="Last name" autoComplete="family-name" error={fields["last_name"]} />
          </div>
          <NewPasswordFields label="Password" confirmLabel="Confirm password" password={password} errors={fields} />
          <p>
            By signing up you agree to the <Link to={`${aboutPath}?tab=terms`}>terms</Link> and the{" "}
            <Link to={`${aboutPath}?tab=privacy`}>privacy policy</Link>.
          </p>
          <SubmitButton busy={form.busy} busyText="Signing up…">
            Sign Up
          </SubmitButton>
        </form>
      )}
      {!answer && (
        <p className="account-other">
          Already have an account?{" "}
          <Link to={withNext(loginPath, next)} state={{ email: typedEmail ?? email }}>
            Sign in
          </Link>
        </p>
      )}
    </AccountScreen>
  );
}
