import { useState } from "react";
import { resendLinkForm } from "#schema/account-forms.ts";
import { send } from "../../../api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { EmailField } from "../email-field.tsx";

/** Asks for a new link to verify an address. `reason`: why there must be one; `next`: where its log-in leads. */
export function VerifyLinkRequest({ reason, next }: { reason: string; next: string | undefined }) {
  const [answer, setAnswer] = useState("");
  const form = useForm(resendLinkForm, async (input) => {
    const { message } = await send<{ message: string }>("POST", "signup/resend/", { body: input });
    setAnswer(message);
  });
  if (answer)
    return (
      <output ref={focus} className="notice" tabIndex={-1}>
        {answer}
      </output>
    );
  return (
    <form className="form" {...form.props}>
      <FormMessage text={form.message || reason} />
      {next && <input type="hidden" name="next" value={next} />}
      <EmailField error={form.fields["email"]} />
      <SubmitButton busy={form.busy} busyText="Sending…">
        Send a new link
      </SubmitButton>
    </form>
  );
}

/** The form that was sent is gone, and the focus with it. */
const focus = (message: HTMLElement | null) => message?.focus();
