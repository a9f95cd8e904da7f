import { useState } from "react";
import type { ReportPage } from "#schema/pages/pages.ts";
import { OWNER_REASONS, REASONS, REPORT_REASONS, SITE_REASONS } from "#schema/sites/reports.ts";
import { send } from "../../data/api.ts";
import { useSession } from "../../data/session.tsx";
import { Field } from "../../forms/field.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { Labelled } from "../../forms/labelled.tsx";
import { SelectField } from "../../forms/select-field.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { TextArea } from "../../forms/text-area.tsx";
import { SERVER_CHECKS, useForm } from "../../forms/use-form.ts";
import { labelOf, optionOf, SuggestedValue, valueIn } from "./suggested-value.tsx";

const GOOD_FAITH = "I believe in good faith that what I write here is right and complete.";

type Props = { page: ReportPage; onSent: (text: string) => void };

export function ReportForm({ page: { kind, key, said }, onSent }: Props) {
  const reasons = REASONS.filter((one) => kind === "sites" || !SITE_REASONS.includes(one));
  /** A reason, or a field of `said`: one change has its own source and answer. */
  const [about, choose] = useState<string>(reasons[0]!);
  const user = useSession();
  const reason = reasons.find((one) => one === about);
  const isNotice = reason === "illegal";
  function read(element: HTMLFormElement) {
    const typed = Object.fromEntries(new FormData(element)) as Record<string, string>;
    const checks = { good_faith: "good_faith" in typed, child_abuse: "child_abuse" in typed };
    return { ...typed, ...checks, changes: { [about]: valueIn(about, typed) } };
  }
  const form = useForm(
    SERVER_CHECKS,
    async (body) => {
      const params = { kind, key, what: reason ? "reports" : "suggestions" };
      const fallbackError = "This was not sent. Please try again.";
      onSent((await send("POST", ":kind/:key/:what/", { params, body, fallbackError })).message);
    },
    { read },
  );
  const { fields } = form;
  return (
    <form className="card turn form needs-script" {...form.props}>
      <SelectField
        name="reason"
        label="What is wrong?"
        value={about}
        error={fields["changes"]}
        onChange={({ target }) => choose(target.value)}
      >
        <optgroup label="Report it">{reasons.map((one) => optionOf(one, REPORT_REASONS[one]))}</optgroup>
        <optgroup label="Suggest a change of">
          {Object.keys(said).map((field) => optionOf(field, labelOf(field)))}
        </optgroup>
      </SelectField>
      {reason ? (
        <TextArea
          name="text"
          label={isNotice ? "Why is it illegal, and where on the page is it?" : "What did you see?"}
          hint={
            kind === "sites" && OWNER_REASONS.includes(reason)
              ? "The owner of the listing may read it."
              : "Only our staff read it."
          }
          rows={6}
          error={fields["text"]}
        />
      ) : (
        <>
          <SuggestedValue key={about} field={about} said={said} errors={fields} />
          <Field
            name="source"
            label="Where is this stated?"
            hint="The address of a page where we can check it."
            inputMode="url"
            placeholder="https://"
            error={fields["source"]}
          />
        </>
      )}
      {isNotice && (
        <>
          <Field name="name" label="Your name" autoComplete="name" error={fields["name"]} />
          <label className="checkbox">
            <input type="checkbox" name="child_abuse" />
            It is about sexual abuse of children. You can then leave out your name and email address.
          </label>
          <Labelled label="Good faith" error={fields["good_faith"]}>
            {(control) => (
              <label className="checkbox">
                <input type="checkbox" name="good_faith" {...control} />
                {GOOD_FAITH}
              </label>
            )}
          </Labelled>
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
          {reason ? "Send report" : "Send suggestion"}
        </SubmitButton>
      </div>
    </form>
  );
}
