import { useRef, useState } from "react";
import { Link } from "react-router";
import { sitePath } from "#schema/pages/paths.ts";
import { type OwnerReport, REPORT_REASONS } from "#schema/sites/reports.ts";
import { send } from "../../data/api.ts";
import { fetchResult } from "../../data/screen-data.ts";
import { FormMessage } from "../../forms/form-message.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { TextArea } from "../../forms/text-area.tsx";
import { SERVER_CHECKS, useForm } from "../../forms/use-form.ts";
import { LoadOnce } from "../../layout/load-once.tsx";
import { DateText } from "../../ui/date.tsx";
import { showMessage } from "../../ui/message.tsx";
import { Logo } from "../sites/logo/logo.tsx";
import { ChangeList } from "../admin/record/change-list.tsx";
import "../owner/owner.css";

const load = () => fetchResult("sites/reports/", { signal: new AbortController().signal });

/** What a proven owner answers before staff do. Each answer loads what waits then. */
export default function OwnReports() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [round, setRound] = useState(0);
  function onDone(text: string) {
    showMessage(text);
    setRound(round + 1);
    heading.current?.focus();
  }
  return (
    <section aria-labelledby="own-reports">
      <header className="list-head">
        <h2 id="own-reports" ref={heading} tabIndex={-1}>
          Reports and suggestions
        </h2>
      </header>
      <LoadOnce key={round} load={load} failure="Failed to load what waits for your answer." skeleton="list">
        {({ results }) =>
          results.length === 0 ? (
            <p className="empty">Nothing waits for your answer.</p>
          ) : (
            <ul className="turn rows">
              {results.map((report) => (
                <Report key={report.id} report={report} onDone={onDone} />
              ))}
            </ul>
          )
        }
      </LoadOnce>
    </section>
  );
}

type Props = { report: OwnerReport; onDone: (text: string) => void };

function Report({ report, onDone }: Props) {
  const { id, site, slug, reason, text, changes, source, until } = report;
  const accepted = useRef(false);
  const read = (element: HTMLFormElement) => ({
    ...Object.fromEntries(new FormData(element)),
    accepted: accepted.current,
  });
  const form = useForm(
    SERVER_CHECKS,
    async (body) => {
      const failure = "Your answer was not saved. Please try again.";
      const saved = await send("POST", "sites/reports/:id/decision/", { params: { id }, body, fallbackError: failure });
      onDone(saved.message);
    },
    { read },
  );
  const decide = (isAccepted: boolean) => ({
    busy: form.busy,
    busyText: "Saving…",
    onClick: () => void (accepted.current = isAccepted),
  });
  return (
    <li>
      <Logo name={site} size={40} />
      <div>
        <h3>
          <Link to={sitePath(slug)}>
            <bdi>{site}</bdi>
          </Link>
        </h3>
        <p>{reason === "suggestion" ? "Somebody suggests a change." : REPORT_REASONS[reason]}</p>
        {text && <p className="long-text">{text}</p>}
        {changes && <ChangeList json={JSON.stringify(changes)} />}
        {source && (
          <p>
            Stated at{" "}
            <a href={source} target="_blank" rel="ugc nofollow noopener noreferrer">
              {source}
            </a>
          </p>
        )}
        <form className="form" aria-label={`Answer about ${site}`} {...form.props}>
          <TextArea
            name="answer"
            label="Your answer (optional)"
            hint="The person gets it by email if we have an address. You do not see who it is."
            rows={3}
            error={form.fields["answer"]}
          />
          <FormMessage text={form.message} />
          <div className="form-actions">
            <SubmitButton {...decide(true)}>{changes ? "Make this change" : "It is right"}</SubmitButton>
            <SubmitButton {...decide(false)} className="button">
              Decline
            </SubmitButton>
          </div>
        </form>
        <p className="field-hint">
          If you do not answer, our staff decide from <DateText iso={until} />.
        </p>
      </div>
    </li>
  );
}
