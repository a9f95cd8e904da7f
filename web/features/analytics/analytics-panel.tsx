import { lazy, Suspense, useState } from "react";
import type { Analytics } from "#schema/admin.ts";
import { DateText } from "../../ui/date.tsx";
import { useAnswer } from "../../use-answer.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { formatCount } from "../sites/browse/counts.ts";
import { AnalyticsTable } from "./analytics-table.tsx";
import { type Figure, signed, toFigures } from "./figures.ts";
import "./analytics.css";

const CourseChart = lazy(async () => ({ default: (await import("./course-chart.tsx")).CourseChart }));

/** For staff: how many people and sites there are, and how that came about. */
export function AnalyticsPanel() {
  const { answer, error, reload } = useAnswer<Analytics>("analytics/");
  // Pointed at in one chart, a day is shown in all.
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <section className="analytics" aria-labelledby="analytics-title">
      <h2 id="analytics-title">Analytics</h2>
      {error && <LoadFailure text={error.message} onRetry={reload} />}
      {!answer && !error && <output>Loading…</output>}
      {answer && (
        <>
          <ul className="figures">
            {toFigures(answer).map((figure) => (
              <li key={figure.label} className="card">
                <FigureText figure={figure} days={answer.days} pointed={pointed} />
                <Suspense fallback={<div className="chart" />}>
                  <CourseChart
                    label={`${figure.label} by day; the same figures stand in the table below`}
                    days={answer.days.map(({ day }) => day)}
                    values={figure.values}
                    pointed={pointed}
                    onPoint={setPointed}
                  />
                </Suspense>
              </li>
            ))}
          </ul>
          <AnalyticsTable days={answer.days} />
        </>
      )}
    </section>
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
