import { withQuery } from "#schema/pages/paths.ts";
import { type DayFigures, type Place, PLACES, sumOf, totalOf } from "#schema/sites/figures.ts";
import { formatCount } from "../../../ui/counts.ts";
import { DateText } from "../../../ui/date.tsx";
import { NumberTable } from "../../analytics/number-table.tsx";
import { DaysChart } from "./days-chart.tsx";

type Props = { id: number; days: DayFigures[] };

export function Numbers({ id, days }: Props) {
  const totals = totalOf(days);
  const [from, to] = [days[0]!.date, days.at(-1)!.date];
  const bots = days.reduce((sum, day) => sum + day.bots, 0);
  const words: [label: string, count: number, what: string][] = [
    ["Shown", sumOf(totals.seen), "Seen for a second"],
    ["Opened", totals.views, "Its page here"],
    ["Visited", totals.visits, "Its own website"],
    ["Likes", totals.likes, "Not taken back"],
  ];
  const places = (Object.keys(PLACES) as Place[])
    .map((place) => ({ place, counts: [totals.seen, totals.opened, totals.visited].map((by) => by[place] ?? 0) }))
    .filter(({ counts }) => counts.some((count) => count > 0));
  return (
    <>
      <section className="screen-section" aria-labelledby="totals-title">
        <h2 id="totals-title">In {days.length} days</h2>
        <ul className="figures">
          {words.map(([label, count, what]) => (
            <li key={label}>
              <span>{label}</span>
              <strong className="count">{formatCount(count)}</strong>
              <small>{what}</small>
            </li>
          ))}
        </ul>
        {places.length === 0 && <p>Nobody was counted in these days.</p>}
        {bots > 0 && <p>{formatCount(bots)} more are left out: programs, and too many from one network.</p>}
        <p>
          <a className="touch-link" href={withQuery(`/api/sites/${id}/figures.csv`, { from, to })} download>
            Download these days (CSV)
          </a>
        </p>
      </section>
      {places.length > 0 && (
        <>
          <section className="screen-section" aria-labelledby="days-title">
            <h2 id="days-title">By day</h2>
            <DaysChart days={days} />
            <details className="analytics-table">
              <summary>Numbers by day</summary>
              <NumberTable
                columns={["Day", "Shown", "Opened", "Visited", "Likes", "Featured"]}
                rows={days.toReversed().map(({ date, seen, views, visits, likes, featured }) => ({
                  key: date,
                  name: <DateText iso={date} />,
                  values: [...[sumOf(seen), views, visits, likes].map(formatCount), featured ? "yes" : "no"],
                }))}
              />
            </details>
          </section>
          <section className="screen-section" aria-labelledby="places-title">
            <h2 id="places-title">By place</h2>
            <div className="analytics-table">
              <NumberTable
                columns={["Place", "Shown", "Opened", "Visited", "Opened per shown"]}
                rows={places.map(({ place, counts }) => ({
                  key: place,
                  name: PLACES[place],
                  values: [...counts.map(formatCount), rateText(counts as [number, number, number])],
                }))}
              />
            </div>
          </section>
        </>
      )}
    </>
  );
}

/** With fewer views, one person more or less changes the rate much. */
const FEWEST_SHOWN = 100;

const rateText = ([shown, opened]: [shown: number, opened: number, visited: number]) =>
  shown < FEWEST_SHOWN ? "–" : `${((100 * opened) / shown).toFixed(1)} %`;
