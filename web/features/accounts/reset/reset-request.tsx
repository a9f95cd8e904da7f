import { homePath } from "#schema/pages/paths.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { EmailField } from "../email-field.tsx";
import { useResetRequest } from "./use-reset-request.ts";

const LEAVE_MS = 2000;

/** `reason` is shown above the form as an error. */
export function ResetRequest({ reason = "" }: { reason?: string }) {
  const { form, answer } = useResetRequest();
  if (answer)
    return (
      <RedirectNotice to={homePath} afterMs={LEAVE_MS} linkText="Go to the home page">
        {answer}
      </RedirectNotice>
    );
  return (
    <form className="form" {...form.props}>
      <FormMessage text={form.message || reason} />
      <EmailField error={form.fields["email"]} />
      <SubmitButton busy={form.busy} busyText="Sending…">
        Submit
      </SubmitButton>
    </form>
  );
}
