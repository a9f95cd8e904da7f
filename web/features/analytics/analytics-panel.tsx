import type { Analytics } from "#schema/admin.ts";
import { DateText } from "../../ui/date.tsx";
import { AsyncContent } from "../../layout/async-content.tsx";
import type { LoaderData } from "../../data/screen-data.ts";
import { formatCount } from "../../ui/counts.ts";
import { AnalyticsTable } from "./analytics-table.tsx";
import { formatChange, toMetrics } from "./metrics.ts";
import "./analytics.css";

export function AnalyticsPanel({ data }: { data: LoaderData<Analytics> }) {
  return (
    <section className="analytics" aria-labelledby="analytics-title">
      <h2 id="analytics-title">Analytics</h2>
      <AsyncContent data={data} skeleton="figures">
        {(analytics) => <Metrics {...analytics} />}
      </AsyncContent>
    </section>
  );
}

function Metrics(analytics: Analytics) {
  const { days } = analytics;
  return (
    <>
      <ul className="figures">
        {toMetrics(analytics).map(({ label, total, before }) => (
          <li key={label}>
            <span>{label}</span>
            <strong className="count">{formatCount(total)}</strong>
            <small>
              {days.length > 1 ? formatChange(total - before) : "Counted"} since <DateText iso={days[0]!.day} />
            </small>
          </li>
        ))}
      </ul>
      <AnalyticsTable days={days} />
    </>
  );
}
