import { useState } from "react";
import * as z from "zod/mini";
import type { AdminMail } from "#schema/admin.ts";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { fetchMail } from "./calls.ts";
import type { EditorProps } from "./record-editor.tsx";

/** The server knows the longest answer. */
const rules = z.object({ answer: z.string().check(z.trim(), z.minLength(1, "Please write an answer.")) });

type Props = Pick<EditorProps, "record" | "onSave"> &
  Partial<Pick<EditorProps, "onTouched" | "onClose">> & {
    /** By the id of a message: what is typed stays while staff look at other messages. */
    drafts?: Map<string, string>;
  };

/** Answers a message from the contact form. The email is shown before it is sent. */
export function AnswerForm({ record, drafts, onSave, onTouched, onClose }: Props) {
  const id = String(record.id);
  const [answer, setAnswer] = useState(drafts?.get(id) ?? String(record["answer"] ?? ""));
  const [mail, setMail] = useState<AdminMail>();
  const form = useForm(rules, async (values) => {
    if (!mail) return setMail(await fetchMail({ model: "contact/message", id, values }));
    await onSave(values);
    drafts?.delete(id);
  });
  return (
    <form className="form record-form" aria-label={`Answer ${mail?.to ?? String(record["email"])}`} {...form.props}>
      <p className="long-text">{String(record["message"])}</p>
      <TextArea
        name="answer"
        label="Answer"
        rows={6}
        value={answer}
        onChange={({ target }) => {
          setAnswer(target.value);
          drafts?.set(id, target.value);
          setMail(undefined);
          onTouched?.();
        }}
        error={form.fields["answer"]}
      />
      {mail && (
        <section className="mail-preview" aria-label="The email">
          <p>
            To {mail.to}: <strong>{mail.subject}</strong>
          </p>
          <p className="long-text">{mail.text}</p>
        </section>
      )}
      <FormMessage text={form.message} />
      <div className="form-actions">
        <SubmitButton busy={form.busy} busyText={mail ? "Sending…" : "Loading…"}>
          {mail ? `Send answer to ${mail.to}` : "Preview the email"}
        </SubmitButton>
        {onClose && (
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
