import { useSearchParams } from "react-router";
import { formatDate } from "#schema/dates.ts";
import { type Speed, SPEED_COUNT_MIN, SPEED_DAYS } from "#schema/vitals.ts";
import { SelectField } from "../../../forms/select-field.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import type { LoaderData } from "../../../screen-data.ts";
import { SPEED_OF } from "./speed-data.ts";
import { isKind, KIND_NAMES, nameOf } from "./speed-names.ts";
import { SpeedTable } from "./speed-table.tsx";
import "./speed.css";

export const SpeedCard = ({ data }: { data: LoaderData<Speed> }) => (
  <section className="speed" aria-labelledby="speed">
    <h2 id="speed">Speed</h2>
    <AsyncContent data={data} failure="Could not fetch the speed of the pages.">
      {(speed) => <SpeedFigures speed={speed} />}
    </AsyncContent>
  </section>
);

export function SpeedFigures({ speed: { rows, days, countries } }: { speed: Speed }) {
  const [params, setParams] = useSearchParams();
  const of = params.get(SPEED_OF) ?? "";
  const choose = (value: string) =>
    setParams(
      (before) => {
        before.delete(SPEED_OF);
        if (value) before.set(SPEED_OF, value);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const what = of ? nameOf(of) : "All pages";
  return (
    <>
      <p className="speed-sum">
        What three of four visits got, or better.{" "}
        <small>
          One of ten pages that people open is measured. The figures are those of {SPEED_DAYS} days. A figure needs{" "}
          {SPEED_COUNT_MIN} measured pages.
        </small>
      </p>
      <SelectField name={SPEED_OF} label="Speed of" value={of} onChange={({ target }) => choose(target.value)}>
        <option value="">All pages, all countries</option>
        <optgroup label="A page by country">
          {Object.entries(KIND_NAMES).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="A country by page">
          {countries
            .map((country) => [country, nameOf(country)] as const)
            .toSorted(([, a], [, b]) => a.localeCompare(b, "en"))
            .map(([country, name]) => (
              <option key={country} value={country}>
                {name}
              </option>
            ))}
        </optgroup>
      </SelectField>
      {rows.length === 0 ? (
        <p>Nothing was measured.</p>
      ) : (
        <>
          <SpeedTable label={`Speed: ${what}`} first={isKind(of) ? "Country" : "Page"} rows={rows} nameOf={nameOf} />
          <details className="speed-days">
            <summary>By day</summary>
            <SpeedTable label={`Speed by day: ${what}`} first="Day (UTC)" rows={days} nameOf={formatDate} />
          </details>
        </>
      )}
    </>
  );
}
