import { Link } from "react-router";
import { homePath, loginPath } from "#schema/paths.ts";
import { Field } from "../../forms/field.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { Leaving } from "../../forms/leaving.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { AccountScreen } from "./account-screen.tsx";
import { useResetRequest } from "./use-reset-request.ts";

const LEAVE_MS = 2000;

export function Component() {
  const { form, answer } = useResetRequest();
  return (
    <AccountScreen title="Reset your password" intro="We send you a link to choose a new password.">
      <div className="card">
        {answer ? (
          <Leaving to={homePath} afterMs={LEAVE_MS} linkText="Go to the home page">
            {answer}
          </Leaving>
        ) : (
          <form className="form" {...form.props}>
            <FormMessage text={form.message} />
            <Field name="email" label="Email" type="email" autoComplete="username" error={form.fields["email"]} />
            <SubmitButton busy={form.busy} busyText="Sending…">
              Submit
            </SubmitButton>
          </form>
        )}
      </div>
      <p className="account-other">
        <Link to={loginPath}>Back to sign in</Link>
      </p>
    </AccountScreen>
  );
}
