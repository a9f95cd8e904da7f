import { type PointerEvent, useEffect, useRef, useState } from "react";
import { ANALYTICS_DAYS } from "#schema/admin.ts";
import { DAY_MS } from "#schema/values/dates.ts";

const WEEK_MS = 7 * DAY_MS;
const HEIGHT = 150;
const MARGIN = { top: 8, right: 8, bottom: 22, left: 36 };
/** Half the width of the longest date of the x-axis. */
const HALF_DATE = 24;

type Props = {
  label: string;
  /** Dates in UTC, such as "2026-11-20", oldest first. */
  days: string[];
  /** One per day. */
  values: number[];
  /** Index of the day to mark, or null for the last day. Charts of the same days share it. */
  highlighted: number | null;
  onHighlight: (index: number | null) => void;
};

/** The x-axis always spans ANALYTICS_DAYS days, even if there are fewer values. */
export function LineChart({ label, days, values, highlighted, onHighlight }: Props) {
  const [figure, width] = useWidth();
  const times = days.map((day) => Date.parse(day));
  const last = times.at(-1)!;
  const first = last - (ANALYTICS_DAYS - 1) * DAY_MS;
  const x = scale([first, last], [MARGIN.left, width - MARGIN.right]);
  const range = toRange(values);
  const y = scale(range, [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const markedIndex = highlighted ?? times.length - 1;

  function highlightNearest({ clientX, currentTarget }: PointerEvent) {
    const pointed = clientX - currentTarget.getBoundingClientRect().left;
    const distances = times.map((time) => Math.abs(x(time) - pointed));
    onHighlight(distances.indexOf(Math.min(...distances)));
  }

  return (
    <figure ref={figure} className="chart" aria-label={label}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          aria-hidden="true"
          onPointerMove={highlightNearest}
          onPointerLeave={() => onHighlight(null)}
        >
          {ticks(range, roundStep((range[1] - range[0]) / 3)).map((count) => (
            <g key={count} transform={`translate(0,${y(count)})`}>
              <line className="chart-grid" x1={MARGIN.left} x2={width - MARGIN.right} />
              <text x={MARGIN.left - 8} dy="0.32em" textAnchor="end">
                {countFormat.format(count)}
              </text>
            </g>
          ))}
          {ticks([first, last], WEEK_MS * Math.ceil((60 * ANALYTICS_DAYS) / 7 / width)).map((time) => (
            <text key={time} x={Math.min(x(time), width - HALF_DATE)} y={HEIGHT - 4} textAnchor="middle">
              {dayFormat.format(time)}
            </text>
          ))}
          <polyline
            className="chart-line"
            points={times.map((time, index) => `${x(time)},${y(values[index]!)}`).join(" ")}
          />
          <circle className="chart-point" cx={x(times[markedIndex]!)} cy={y(values[markedIndex]!)} r={4} />
        </svg>
      )}
    </figure>
  );
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const countFormat = new Intl.NumberFormat("en-GB", { notation: "compact" });

type Range = readonly [first: number, last: number];

const scale =
  ([first, last]: Range, [start, end]: Range) =>
  (value: number) =>
    start + ((value - first) / (last - first)) * (end - start);

/** The multiples of a step within a range. */
function ticks([first, last]: Range, step: number): number[] {
  const start = Math.ceil(first / step);
  return Array.from({ length: Math.floor(last / step) - start + 1 }, (_, index) => (start + index) * step);
}

/** The next of 1, 2, 5, 10, 20 and so on. */
function roundStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].find((factor) => factor * power >= least)! * power;
}

/** Of the y-axis: some space above and below the values, but nothing below 0. */
function toRange(values: number[]): Range {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(1, (most - least) / 8);
  return [Math.max(0, least - room), most + room];
}

function useWidth() {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}
