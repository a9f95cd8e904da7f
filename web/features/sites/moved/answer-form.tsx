import type { Switch } from "#schema/sites/switches.ts";
import { send } from "../../../data/api.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { SERVER_CHECKS, useForm } from "../../../forms/use-form.ts";

type Props = { id: number; onSent: (answer: Switch["answer"]) => void };

/** For the owner of the site, who can answer once. */
export default function AnswerForm({ id, onSent }: Props) {
  const form = useForm(SERVER_CHECKS, async (body) => {
    const fallbackError = "Your answer was not sent. Please try again.";
    await send("POST", "sites/switches/:id/answer/", { params: { id }, body, fallbackError });
    onSent({ ...(body as { text: string }), created_at: new Date().toISOString() });
  });
  return (
    <details>
      <summary>Answer as the owner</summary>
      <form className="form" {...form.props}>
        <TextArea
          name="text"
          label="Your answer"
          hint="Everybody can read it. You can answer once, and not change it later."
          error={form.fields["text"]}
        />
        <FormMessage text={form.message} />
        <SubmitButton className="button" busy={form.busy} busyText="Sending…">
          Send answer
        </SubmitButton>
      </form>
    </details>
  );
}
