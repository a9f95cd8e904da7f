import { Drawing } from "../../../ui/drawing.tsx";
import { useState } from "react";
import { resendLinkForm } from "#schema/accounts/account-forms.ts";
import { send } from "../../../data/api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { EmailField } from "../email-field.tsx";

/** `reason` is shown above the form as an error. `next` is the path to return to after the sign-in. */
export function VerifyLinkRequest({ reason, next }: { reason: string; next: string | undefined }) {
  const [answer, setAnswer] = useState("");
  const form = useForm(resendLinkForm, async (input) => {
    const { message } = await send("POST", "signup/resend/", { body: input });
    setAnswer(message);
  });
  if (answer)
    return (
      <output ref={focus} className="notice" tabIndex={-1}>
        <Drawing name="done" />
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

/** Moves the focus to the message, because the form that had the focus is no longer there. */
const focus = (message: HTMLElement | null) => message?.focus();
