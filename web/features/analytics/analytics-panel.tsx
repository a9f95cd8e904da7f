import { lazy, Suspense, useState } from "react";
import type { Analytics } from "#schema/admin.ts";
import { DateText } from "../../ui/date.tsx";
import { Loaded } from "../../layout/loaded.tsx";
import type { Data } from "../../screen-data.ts";
import { formatCount } from "../sites/browse/counts.ts";
import { AnalyticsTable } from "./analytics-table.tsx";
import { type Figure, signed, toFigures } from "./figures.ts";
import "./analytics.css";

const CourseChart = lazy(async () => ({ default: (await import("./course-chart.tsx")).CourseChart }));

/** For staff: how many people and sites there are, and how that came about. */
export function AnalyticsPanel({ data }: { data: Data<Analytics> }) {
  return (
    <section className="analytics" aria-labelledby="analytics-title">
      <h2 id="analytics-title">Analytics</h2>
      <Loaded data={data}>{(analytics) => <Figures {...analytics} />}</Loaded>
    </section>
  );
}

function Figures(analytics: Analytics) {
  const { days } = analytics;
  // Pointed at in one chart, a day is shown in all.
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <>
      <ul className="figures">
        {toFigures(analytics).map((figure) => (
          <li key={figure.label} className="card">
            <FigureText figure={figure} days={days} pointed={pointed} />
            <Suspense fallback={<div className="chart" />}>
              <CourseChart
                label={`${figure.label} by day; the same figures stand in the table below`}
                days={days.map(({ day }) => day)}
                values={figure.values}
                pointed={pointed}
                onPoint={setPointed}
              />
            </Suspense>
          </li>
        ))}
      </ul>
      <AnalyticsTable days={days} />
    </>
  );
}

type FigureProps = { figure: Figure; days: Analytics["days"]; pointed: number | null };

/** The number of today, or of the day that is pointed at. */
function FigureText({ figure: { label, total, values }, days, pointed }: FigureProps) {
  const day = pointed === null ? undefined : days[pointed];
  return (
    <p className="figure">
      <span>{label}</span>
      <strong className="count">{formatCount(day ? values[pointed!]! : total)}</strong>
      <small>
        {day ? (
          <DateText iso={day.day} />
        ) : (
          <>
            {days.length > 1 ? signed(total - values[0]!) : "Counted"} since <DateText iso={days[0]!.day} />
          </>
        )}
      </small>
    </p>
  );
}
