import { useRevalidator } from "react-router";
import { OWNER_DAYS, type OwnerReport, REPORT_REASONS } from "#schema/sites/reports.ts";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { send } from "../../data/api.ts";
import { FormMessage } from "../../forms/form-message.tsx";
import { SelectField } from "../../forms/select-field.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { SERVER_CHECKS, useForm } from "../../forms/use-form.ts";
import { showMessage } from "../../ui/message.tsx";
import { ChangeList } from "../admin/record/change-list.tsx";

/** What a proven owner answers before staff do. */
export function OwnReports({ sites }: { sites: OwnerSiteSummary[] }) {
  return (
    <section aria-labelledby="own-reports">
      <h2 id="own-reports" tabIndex={-1}>
        Reports and suggestions
      </h2>
      <p>You have {OWNER_DAYS} days to answer each. Then our staff decide.</p>
      <ul className="turn rows">
        {sites.flatMap(({ name, reports = [] }) =>
          reports.map((report) => <Report key={report.id} report={report} name={name} />),
        )}
      </ul>
    </section>
  );
}

function Report({ report, name }: { report: OwnerReport; name: string }) {
  const { id, reason, text, changes, source } = report;
  const { revalidate } = useRevalidator();
  const form = useForm(SERVER_CHECKS, async (body) => {
    const fallbackError = "Your answer was not saved. Please try again.";
    const { message } = await send("POST", "sites/reports/:id/decision/", { params: { id }, body, fallbackError });
    showMessage(message);
    document.getElementById("own-reports")?.focus();
    await revalidate();
  });
  return (
    <li>
      <form className="form" aria-label={`Answer about ${name}`} {...form.props}>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p>{reason === "suggestion" ? "Somebody suggests a change." : REPORT_REASONS[reason]}</p>
        {text && <p className="long-text">{text}</p>}
        {changes && <ChangeList json={JSON.stringify(changes)} />}
        {source && (
          <a href={source} target="_blank" rel="ugc nofollow noopener noreferrer">
            {source}
          </a>
        )}
        <SelectField name="state" label="Your answer" error={form.fields["state"]}>
          <option value="">Please choose</option>
          <option value="accepted">{changes ? "Make this change" : "They are right, and I correct it"}</option>
          <option value="declined">Decline: the listing is right</option>
        </SelectField>
        <FormMessage text={form.message} />
        <SubmitButton busy={form.busy} busyText="Saving…">
          Send answer
        </SubmitButton>
      </form>
    </li>
  );
}
