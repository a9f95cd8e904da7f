import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { logInForm } from "#schema/accounts/account-forms.ts";
import { loginCodePath, requestResetPath, signUpPath } from "#schema/pages/paths.ts";
import { send } from "../../../data/api.ts";
import { useConfig } from "../../../data/config.tsx";
import { Field } from "../../../forms/field.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { useShowPassword } from "../../../forms/show-password.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { useHydrated } from "../../../browser/use-hydrated.ts";
import { EmailField } from "../email-field.tsx";
import { AccountScreen } from "../account-screen.tsx";
import { GoogleButton } from "./google-button.tsx";
import { listingStep } from "../listing-step.ts";
import { withNext } from "../sign-in-params.ts";
import { ResetDialog } from "../reset/reset-dialog.tsx";
import { useSignInParams } from "./use-sign-in-params.ts";

export function Component() {
  const navigate = useNavigate();
  const { googleClientId } = useConfig();
  const [resetEmail, setResetEmail] = useState<string>();
  const emailInput = useRef<HTMLInputElement>(null);
  const password = useShowPassword();
  const isHydrated = useHydrated();
  const { email: knownEmail, next, isNew } = useSignInParams();
  const [typedEmail, typeEmail] = useState<string>();

  const form = useForm(logInForm, async (input) => {
    await send("POST", "login/", { body: input });
    // The path to return to is in the URL, not only in the history: a phone may reload the page after the user read the
    // mail.
    await navigate(withNext(loginCodePath, next), { state: { email: input.email, isNew } });
  });

  const step = listingStep("sign in", { next, isNew });
  const isFirst = step && !isNew;
  return (
    <AccountScreen
      title="Sign in"
      step={step}
      {...(next && { intro: isFirst ? "Listing is free. You need an account." : "Sign in to continue." })}
    >
      <div className="form">
        <form className="form" {...form.props}>
          <FormMessage text={form.message} />
          {next && <input type="hidden" name="next" value={next} />}
          <EmailField
            ref={emailInput}
            defaultValue={knownEmail}
            onChange={(event) => typeEmail(event.target.value)}
            error={form.fields["email"]}
          />
          <Field
            name="password"
            label="Password"
            type={password.type}
            autoComplete="current-password"
            error={form.fields["password"]}
          />
          <div className="password-line">
            {password.checkbox}
            {isHydrated ? (
              <button
                type="button"
                className="link-button"
                aria-haspopup="dialog"
                onClick={() => setResetEmail(emailInput.current!.value)}
              >
                Forgot Password?
              </button>
            ) : (
              <Link className="link-button" to={requestResetPath}>
                Forgot Password?
              </Link>
            )}
          </div>
          <SubmitButton busy={form.busy} busyText="Signing in…">
            Sign In
          </SubmitButton>
        </form>
        {googleClientId && (
          <>
            <p className="or">or</p>
            <GoogleButton clientId={googleClientId} next={next} />
          </>
        )}
      </div>
      <p className="account-other">
        No account yet?{" "}
        <Link
          className={isFirst ? "button" : undefined}
          to={withNext(signUpPath, next)}
          state={{ email: typedEmail ?? knownEmail }}
        >
          Sign up
        </Link>
      </p>
      {resetEmail !== undefined && <ResetDialog email={resetEmail} onClose={() => setResetEmail(undefined)} />}
    </AccountScreen>
  );
}
