import { compareFeatured, type Comparison, type DayFigures } from "#schema/sites/figures.ts";
import { countText, formatCount } from "../../../ui/counts.ts";

/** Nothing if the listing was not featured on these days. */
export function Compared({ days }: { days: DayFigures[] }) {
  const comparison = compareFeatured(days);
  if (!comparison) return null;
  const { featured, before } = comparison;
  return (
    <section className="screen-section" aria-labelledby="compared-title">
      <h2 id="compared-title">Featured against the 30 days before</h2>
      <p>
        Featured: {rateText(featured, "visits a day")}. Before: {rateText(before, "a day")}. {resultText(comparison)}
      </p>
    </section>
  );
}

type Part = Comparison["before"];

function rateText({ days, visits }: Part, unit: string): string {
  if (days === 0) return "no day was counted";
  const rate = visits / days;
  return `${formatCount(rate < 10 ? Number(rate.toPrecision(2)) : Math.round(rate))} ${unit} in ${countText(days, ["day", "days"])}`;
}

/** From here on, a ratio reads better than a percentage. */
const MANY_TIMES = 1.5;

function resultText({ featured, before, result }: Comparison): string {
  if (result === "unclear") return "That is too few to tell whether the featured place brings more visits.";
  if (before.visits === 0) return "That is more.";
  const ratio = featured.visits / featured.days / (before.visits / before.days);
  if (ratio >= MANY_TIMES) return `That is about ${Number(ratio.toPrecision(2))} times as many.`;
  return `That is about ${Math.round(100 * Math.abs(ratio - 1))} % ${result}.`;
}
