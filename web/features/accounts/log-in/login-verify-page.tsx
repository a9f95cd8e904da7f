import { Link, useNavigate, useSearchParams } from "react-router";
import { codeForm } from "#schema/accounts/account-forms.ts";
import { CODE_VALID_MINUTES } from "#schema/accounts/accounts.ts";
import { loginPath } from "#schema/pages/paths.ts";
import { send } from "../../../data/api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { storeGoogleLogin } from "../../../browser/google-login-storage.ts";
import { setSession } from "../../../data/session.tsx";
import { EmailField } from "../email-field.tsx";
import { AccountScreen } from "../account-screen.tsx";
import { pathAfterSignIn } from "../guard.ts";
import { CodeField } from "../code-field.tsx";
import { listingStep } from "../listing-step.ts";
import { withNext } from "../sign-in-params.ts";
import { ResendCode } from "../resend-code.tsx";
import { useSignInParams } from "./use-sign-in-params.ts";

export function Component() {
  const navigate = useNavigate();
  const { email, next, isNew } = useSignInParams();
  const [search] = useSearchParams();
  const isByGoogle = search.get("by") === "google";

  const form = useForm(codeForm, async (input) => {
    const { user } = await send("POST", "login/verify/", { body: input });
    setSession(user);
    if (isByGoogle) storeGoogleLogin(user, crypto.randomUUID());
    await navigate(next ?? pathAfterSignIn(user), { replace: true });
  });

  return (
    <AccountScreen
      title="Enter your code"
      step={listingStep("enter the code", { next, isNew })}
      intro={
        email ? (
          <>
            We sent a code to <strong>{email}</strong>. It is valid for {CODE_VALID_MINUTES} minutes.
          </>
        ) : (
          `We sent a code to ${isByGoogle ? "the email address of your Google account" : "your email address"}. It is valid for ${CODE_VALID_MINUTES} minutes.`
        )
      }
    >
      <div className="form">
        <form className="form" {...form.props}>
          <FormMessage text={form.message} />
          {!isByGoogle && <EmailField defaultValue={email} error={form.fields["email"]} />}
          <CodeField error={form.fields["code"]} />
          <SubmitButton busy={form.busy} busyText="Checking…">
            Verify
          </SubmitButton>
        </form>
        <ResendCode call="login/resend/" />
      </div>
      <p className="account-other">
        <Link to={withNext(loginPath, next)} state={{ email, isNew }}>
          {isByGoogle ? "Start again" : "Start again with your password"}
        </Link>
      </p>
    </AccountScreen>
  );
}
