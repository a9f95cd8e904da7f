import { useState } from "react";
import type { ReportPage } from "#schema/pages/pages.ts";
import { OWNER_REASONS, REASONS, REPORT_REASONS, type ReportReason, SITE_REASONS } from "#schema/sites/reports.ts";
import { send } from "../../data/api.ts";
import { useSession } from "../../data/session.tsx";
import { Field } from "../../forms/field.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { SelectField } from "../../forms/select-field.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { TextArea } from "../../forms/text-area.tsx";
import { SERVER_CHECKS, useForm } from "../../forms/use-form.ts";
import { SuggestedFields } from "./suggested-fields.tsx";

type Props = { page: ReportPage; onSent: (text: string) => void };

export function ReportForm({ page, onSent }: Props) {
  const { site, product } = page;
  const [what, choose] = useState<ReportReason | "suggestion">("suggestion");
  const [changes, setChanges] = useState<Record<string, unknown>>({});
  const user = useSession();
  const isNotice = what === "illegal";
  const read = (element: HTMLFormElement) => {
    const data = new FormData(element);
    const checks = { good_faith: data.has("good_faith"), child_abuse: data.has("child_abuse") };
    return { ...Object.fromEntries(data), ...checks, changes };
  };
  const form = useForm(
    SERVER_CHECKS,
    async (body) => {
      const { message } = await send("POST", ":kind/:key/:what/", {
        params: {
          ...(site ? { kind: "sites", key: site.id } : { kind: "products", key: product!.slug }),
          what: what === "suggestion" ? "suggestions" : "reports",
        },
        body,
        fallbackError: "This was not sent. Please try again.",
      });
      onSent(message);
    },
    { read },
  );
  const { fields } = form;
  return (
    <form className="card turn form needs-script" {...form.props}>
      <SelectField
        name="reason"
        label="What is wrong?"
        value={what}
        onChange={({ target }) => choose(target.value as ReportReason)}
      >
        <option value="suggestion">A fact, a text or a link is wrong or missing</option>
        {REASONS.filter((reason) => site || !SITE_REASONS.includes(reason)).map((reason) => (
          <option key={reason} value={reason}>
            {REPORT_REASONS[reason]}
          </option>
        ))}
      </SelectField>
      <div className="form" hidden={what !== "suggestion"}>
        <SuggestedFields page={page} fields={fields} onChange={setChanges} />
      </div>
      {what !== "suggestion" && (
        <TextArea
          name="text"
          label={isNotice ? "Why is it illegal, and where on the page is it?" : "What did you see?"}
          hint={
            OWNER_REASONS.includes(what) ? "The owner of the listing may read this text." : "Only our staff read it."
          }
          rows={6}
          error={fields["text"]}
        />
      )}
      {isNotice && (
        <>
          <Field name="name" label="Your name" autoComplete="name" error={fields["name"]} />
          <label className="checkbox">
            <input type="checkbox" name="child_abuse" />
            It is about sexual abuse of children. You can then leave out your name and email address.
          </label>
          <div className="field">
            <label className="checkbox">
              <input
                type="checkbox"
                name="good_faith"
                aria-invalid={fields["good_faith"] ? true : undefined}
                aria-describedby="good-faith-error"
              />
              I believe in good faith that what I write here is right and complete.
            </label>
            <p id="good-faith-error" className="field-error">
              {fields["good_faith"]}
            </p>
          </div>
        </>
      )}
      <Field
        name="email"
        label={isNotice ? "Your email" : "Your email (optional)"}
        hint="We send you the answer, and then delete your address. Nobody but our staff sees it."
        type="email"
        autoComplete="email"
        defaultValue={user?.email}
        error={fields["email"]}
      />
      <FormMessage text={form.message} />
      <div className="form-actions">
        <SubmitButton busy={form.busy} busyText="Sending…">
          {what === "suggestion" ? "Send suggestion" : "Send report"}
        </SubmitButton>
      </div>
    </form>
  );
}
