import { useState } from "react";
import type { Analytics } from "#schema/admin.ts";
import { DateText } from "../../ui/date.tsx";
import { AsyncContent } from "../../layout/async-content.tsx";
import type { LoaderData } from "../../data/screen-data.ts";
import { formatCount } from "../../ui/counts.ts";
import { AnalyticsTable } from "./analytics-table.tsx";
import { LineChart } from "./line-chart.tsx";
import { type Metric, formatChange, toMetrics } from "./metrics.ts";
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
  // If the pointer is over a day in one chart, all charts show this day.
  const [highlighted, setHighlighted] = useState<number | null>(null);
  return (
    <>
      <ul className="figures">
        {toMetrics(analytics).map((metric) => (
          <li key={metric.label}>
            <MetricText metric={metric} days={days} highlighted={highlighted} />
            <LineChart
              label={`${metric.label} by day. The table below has the same numbers.`}
              days={days.map(({ day }) => day)}
              values={metric.values}
              highlighted={highlighted}
              onHighlight={setHighlighted}
            />
          </li>
        ))}
      </ul>
      <AnalyticsTable days={days} />
    </>
  );
}

type MetricProps = { metric: Metric; days: Analytics["days"]; highlighted: number | null };

/** The value of the highlighted day, or of today with its change since the first day. */
function MetricText({ metric: { label, total, values }, days, highlighted }: MetricProps) {
  const day = highlighted === null ? undefined : days[highlighted];
  return (
    <p className="figure">
      <span>{label}</span>
      <strong className="count">{formatCount(day ? values[highlighted!]! : total)}</strong>
      <small>
        {day ? (
          <DateText iso={day.day} />
        ) : (
          <span>
            {days.length > 1 ? formatChange(total - values[0]!) : "Counted"} since <DateText iso={days[0]!.day} />
          </span>
        )}
      </small>
    </p>
  );
}
