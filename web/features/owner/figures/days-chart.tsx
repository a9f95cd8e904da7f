import type { DayFigures } from "#schema/sites/figures.ts";
import { formatDate } from "#schema/values/dates.ts";
import { formatCount } from "../../../ui/counts.ts";
import { DateText } from "../../../ui/date.tsx";

/** A day is 1 wide. The chart is stretched to the width of the screen. */
const HEIGHT = 100;

export function DaysChart({ days }: { days: DayFigures[] }) {
  const mostOf = (kind: "views" | "visits") => Math.max(...days.map((day) => day[kind]));
  const [mostOpened, mostVisited] = [mostOf("views"), mostOf("visits")];
  const most = Math.max(1, mostOpened, mostVisited);
  const [first, last] = [days[0]!.date, days.at(-1)!.date];
  const featured = days.filter((day) => day.featured).length;
  const heightOf = (count: number) => (HEIGHT * count) / most;
  return (
    <figure className="days-chart">
      <figcaption>
        Line: opened. Bars: visited.{featured > 0 && " Shaded: featured."} Highest: {formatCount(most)} a day.
      </figcaption>
      <svg
        role="img"
        aria-label={`Opened and visited by day, from ${formatDate(first)} to ${formatDate(last)}. Most on one day: ${formatCount(mostOpened)} opened, ${formatCount(mostVisited)} visited. Featured on ${featured} of ${days.length} days.`}
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map(
          (day, at) =>
            day.featured && <rect key={day.date} className="chart-featured" x={at} width={1} height={HEIGHT} />,
        )}
        {days.map(({ date, visits }, at) => (
          <rect key={date} x={at + 0.2} y={HEIGHT - heightOf(visits)} width={0.6} height={heightOf(visits)} />
        ))}
        <polyline points={days.map(({ views }, at) => `${at + 0.5},${HEIGHT - heightOf(views)}`).join(" ")} />
      </svg>
      <p>
        <DateText iso={first} />
        <span>
          <DateText iso={last} />, so far
        </span>
      </p>
    </figure>
  );
}
