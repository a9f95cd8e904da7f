import { homePath } from "#schema/pages/paths.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { RedirectNotice } from "../../../forms/redirect-notice.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmailField } from "../email-field.tsx";
import { useResetRequest } from "./use-reset-request.ts";

const LEAVE_MS = 5000;

/** `email` is the text of the sign-in form's email field. */
export function ResetDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { form, answer } = useResetRequest();
  return (
    <Dialog title="Reset your password" onClose={onClose}>
      <div className="dialog-form form">
        {answer ? (
          <RedirectNotice to={homePath} afterMs={LEAVE_MS} linkText="Go to the home page">
            {answer}
          </RedirectNotice>
        ) : (
          <form className="form" {...form.props}>
            <p>We will email you a link to choose a new password.</p>
            <FormMessage text={form.message} />
            <EmailField defaultValue={email} error={form.fields["email"]} />
            <FormActions busy={form.busy} busyText="Sending…" onCancel={onClose}>
              Submit
            </FormActions>
          </form>
        )}
      </div>
    </Dialog>
  );
}
