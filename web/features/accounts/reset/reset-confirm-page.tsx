import { useState } from "react";
import { Link, useLoaderData, useParams, type LoaderFunctionArgs } from "react-router";
import { newPasswordForm } from "#schema/accounts/account-forms.ts";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { loginPath, requestResetPath } from "#schema/pages/paths.ts";
import { send } from "../../../data/api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { useShowPassword } from "../../../forms/show-password.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { fetchResult } from "../../../data/screen-data.ts";
import { AccountScreen } from "../account-screen.tsx";
import { ResetRequest } from "./reset-request.tsx";
import { NewPasswordFields } from "../new-password-fields.tsx";

const LEAVE_MS = 2000;

/** Returns true if the link is invalid. If the request fails for another reason, the form is shown. */
export const loader = async ({ params, request }: LoaderFunctionArgs): Promise<boolean> =>
  (await fetchResult("password/reset/confirm/:token/", { params: { token: params["token"]! }, signal: request.signal }))
    .error?.status === 400;

export function Component() {
  const { token } = useParams();
  const isLinkInvalid = useLoaderData<typeof loader>();
  const password = useShowPassword();
  const [answer, setAnswer] = useState("");
  const form = useForm(newPasswordForm, async (input) => {
    const { message } = await send("POST", "password/reset/confirm/:token/", {
      params: { token: token! },
      body: input,
    });
    setAnswer(message);
  });
  if (isLinkInvalid && !answer)
    return (
      <AccountScreen title="Choose a new password" intro="We will email you a new link.">
        <ResetRequest reason={ACCOUNT_MESSAGES.resetLinkInvalid} />
        <p className="account-other">
          <Link to={loginPath}>Back to sign in</Link>
        </p>
      </AccountScreen>
    );
  return (
    <AccountScreen title="Choose a new password">
      {answer ? (
        <RedirectNotice to={loginPath} afterMs={LEAVE_MS} linkText="Sign in">
          {answer}
        </RedirectNotice>
      ) : (
        <form className="form" {...form.props}>
          <FormMessage text={form.message} />
          <NewPasswordFields
            label="New password"
            confirmLabel="Confirm password"
            password={password}
            errors={form.fields}
          />
          <SubmitButton busy={form.busy} busyText="Saving…">
            Submit
          </SubmitButton>
        </form>
      )}
      {!answer && (
        <p className="account-other">
          Link not working? <Link to={requestResetPath}>Ask for a new one</Link>
        </p>
      )}
    </AccountScreen>
  );
}
