import type { PricePage, Quartiles } from "#schema/pages/pages.ts";
import { MONTH_DAYS } from "#schema/sites/figures.ts";
import { formatCount } from "../../ui/counts.ts";

const range = ([low, , high]: Quartiles) => `between ${formatCount(low)} and ${formatCount(high)}`;

export function Brought({ brought }: PricePage) {
  return (
    <section className="section brought" aria-labelledby="brought-title">
      <h2 id="brought-title">What a featured listing brings</h2>
      {brought ? (
        <>
          <p>
            Of {formatCount(brought.listings)} featured listings in the last {MONTH_DAYS} days, half had{" "}
            {range(brought.visits)} visits; the median is {formatCount(brought.visits[1])}. All visits from here to
            their websites count, also those from lists and searches.
          </p>
          <p>
            Half were shown {range(brought.shown)} times in featured places; the median is{" "}
            {formatCount(brought.shown[1])}. A person counts once a day for each kind of place.
          </p>
        </>
      ) : (
        <p>Too few listings were featured for the whole month to say what a place brings.</p>
      )}
    </section>
  );
}
