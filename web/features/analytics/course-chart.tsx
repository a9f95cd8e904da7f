import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { ANALYTICS_DAYS } from "#schema/admin.ts";
import "uplot/dist/uPlot.min.css";

const DAY_SECONDS = 86_400;
const HEIGHT = 150;
const FONT = "12px system-ui, sans-serif";

type Props = {
  label: string;
  /** Oldest first, in UTC. */
  days: string[];
  values: number[];
  /** Index of the day that the pointer is at. */
  onPoint: (index: number | null) => void;
};

/** A line over the last days. It always spans all of them, so that the first days of counting do not look like years. */
export function CourseChart({ label, days, values, onPoint }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const data = JSON.stringify([days.map((day) => Date.parse(day) / 1000), values]);

  useEffect(() => {
    const element = host.current!;
    const chart = new uPlot(toOptions(element, onPoint), JSON.parse(data) as uPlot.AlignedData, element);
    const resizing = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    resizing.observe(element);
    // A canvas does not follow the colours of its page.
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    const repaint = () => chart.redraw();
    scheme.addEventListener("change", repaint);
    return () => {
      scheme.removeEventListener("change", repaint);
      resizing.disconnect();
      chart.destroy();
    };
  }, [data, onPoint]);

  return <figure ref={host} className="chart" aria-label={label} />;
}

function toOptions(element: HTMLElement, onPoint: Props["onPoint"]): uPlot.Options {
  const colour = (token: string) => () => resolveColour(element, token);
  const axis: uPlot.Axis = {
    font: FONT,
    stroke: colour("--text-muted"),
    grid: { stroke: colour("--border"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      sync: { key: "analytics" },
      points: { size: 8, fill: colour("--accent") },
    },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    scales: {
      x: { range: (_, __, last) => [last - (ANALYTICS_DAYS - 1) * DAY_SECONDS, last] },
      y: { range: (_, least, most) => toRange(least, most) },
    },
    axes: [
      { ...axis, size: 26, space: 64, grid: { show: false }, values: (_, times) => times.map(toDayText) },
      {
        ...axis,
        size: 40,
        space: 28,
        incrs: [1, 2, 5].flatMap((step) => POWERS.map((power) => step * power)).toSorted((a, b) => a - b),
      },
    ],
    series: [
      {},
      {
        stroke: colour("--accent"),
        width: 2,
        points: { show: ({ data: [times] }) => times.length < 8, size: 7, fill: colour("--accent") },
      },
    ],
  };
}

/** Steps of whole numbers. */
const POWERS = Array.from({ length: 9 }, (_, exponent) => 10 ** exponent);

/** Some room above and below, and never less than nothing. */
function toRange(least: number, most: number): [number, number] {
  const room = Math.max(1, Math.ceil((most - least) / 8));
  return [Math.max(0, least - room), most + room];
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const toDayText = (seconds: number) => dayFormat.format(seconds * 1000);

/** A canvas knows neither variables nor `light-dark()`. */
function resolveColour(element: HTMLElement, token: string): string {
  element.style.color = `var(${token})`;
  return getComputedStyle(element).color;
}
