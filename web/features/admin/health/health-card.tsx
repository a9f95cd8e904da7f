import type { HealthDetails } from "#schema/admin.ts";
import { AsyncContent } from "../../../layout/async-content.tsx";
import type { LoaderData } from "../../../screen-data.ts";
import { Time } from "../../../ui/time.tsx";
import { healthFacts } from "./health-facts.ts";
import "./health.css";

export const HealthCard = ({ data }: { data: LoaderData<HealthDetails> }) => (
  <section className="health" aria-labelledby="health">
    <h2 id="health">Health</h2>
    <AsyncContent data={data} skeleton="health" failure="Could not fetch the health of the directory.">
      {(health) => <Facts health={health} />}
    </AsyncContent>
  </section>
);

export function Facts({ health }: { health: HealthDetails }) {
  const facts = healthFacts(health);
  const wrong = facts.filter(({ problem }) => problem).map(({ label }) => label);
  return (
    <>
      <p className="health-sum">
        {wrong.length === 0 ? "All is well." : `Look at this: ${wrong.join(", ")}.`}{" "}
        <small>Responses, rows and webhooks are counted for 24 hours.</small>
      </p>
      <dl className="health-facts">
        {facts.map(({ label, value, note, problem }) => (
          <div key={label} data-problem={problem ? true : undefined}>
            <dt>{label}</dt>
            <dd className="count">{value}</dd>
            {problem && (
              <dd className="health-problem">
                <span aria-hidden="true">! </span>
                {problem}
              </dd>
            )}
            {note && <dd>{note}</dd>}
          </div>
        ))}
      </dl>
      <Alerts alerts={health.alerts} />
      <Runs runs={health.cron.runs} />
    </>
  );
}

const Alerts = ({ alerts }: Pick<HealthDetails, "alerts">) =>
  alerts.length > 0 && (
    <details className="health-more">
      <summary>Alerts</summary>
      <ul>
        {alerts.map(({ title, detail, sent_at: sentAt, happened_at: happenedAt, held }) => (
          <li key={title}>
            <strong>{title}</strong> {detail}
            <small>
              {sentAt ? (
                <>
                  Sent <Time at={sentAt} />
                </>
              ) : (
                "Not sent yet"
              )}
              {held > 0 && (
                <>
                  . It has happened {held === 1 ? "once" : `${held.toLocaleString("en-GB")} times`}
                  {sentAt && " since"}, last <Time at={happenedAt} />
                </>
              )}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );

const Runs = ({ runs }: Pick<HealthDetails["cron"], "runs">) =>
  runs.length > 0 && (
    <details className="health-more">
      <summary>Last cron runs</summary>
      <ul>
        {runs.map(({ started_at: startedAt, ended_at: endedAt, failed }) => (
          <li key={startedAt}>
            <Time at={startedAt} />
            <small>{endedAt ? took(startedAt, endedAt) : "It has not ended"}</small>
            {failed.length > 0 && <strong>Failed: {failed.join(", ")}</strong>}
          </li>
        ))}
      </ul>
    </details>
  );

const took = (startedAt: string, endedAt: string) =>
  `${((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} seconds`;
