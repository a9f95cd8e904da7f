import { useState } from "react";
import { factOf, FILTERS } from "#schema/facts/facts.ts";
import { filterLabel, type Filters } from "#schema/facts/filters.ts";
import type { CardPage } from "#schema/sites/sites.ts";
import { facetText } from "../../../ui/counts.ts";
import { FORM_ID } from "./form-id.ts";
import { type OfferedValue, offeredValues } from "./offered-values.ts";
import { ShowAll } from "./show-all.tsx";

const MUST_HAVE = "Must have";
/** Most people know the type of licence that they need, and few its name. */
const FOLDED = "licence";

type Props = { path: string; filters: Filters; sites: CardPage };

/** Checkboxes of the search form. A change sends the form. Filters of yes/no facts stand together. */
export function FilterFields({ path, filters, sites }: Props) {
  // A value that the visitor just took away stays, also if it would leave no site: it has the focus.
  const [last, setLast] = useState("");
  const offered = offeredValues(sites, filters, (filter, value) => last === `${filter}=${value}`);
  const groups = [
    { label: MUST_HAVE, values: offered.filter(isYesNo).flatMap(({ values }) => values), total: undefined },
    ...offered
      .filter((one) => !isYesNo(one))
      .map(({ filter, values }) => ({ label: filterLabel(filter), values, total: sites.cut_facets?.[filter] })),
  ];
  return groups
    .filter(({ values }) => values.length > 0)
    .map(({ label, values, total }) => {
      const { filter } = values[0]!;
      const boxes = (
        <>
          {values.map((value) => (
            <ValueBox
              key={`${value.filter}=${value.value}`}
              value={value}
              isChosen={filters[value.filter]?.includes(value.value) ?? false}
              onChange={setLast}
            />
          ))}
          {total !== undefined && <ShowAll path={path} filter={filter} total={total} />}
        </>
      );
      const isFolded = filter === FOLDED;
      return (
        <fieldset key={label} className="filter">
          <legend className={isFolded ? "visually-hidden" : undefined}>{label}</legend>
          {isFolded ? (
            <details open={filters[filter] !== undefined || last.startsWith(`${filter}=`)}>
              <summary>{label} by name</summary>
              {boxes}
            </details>
          ) : (
            boxes
          )}
        </fieldset>
      );
    });
}

const isYesNo = ({ filter }: { filter: string }) => factOf(FILTERS.get(filter)!).kind === "yes_no";

type BoxProps = { value: OfferedValue; isChosen: boolean; onChange: (changed: string) => void };

function ValueBox({ value: { filter, value, text, count }, isChosen, onChange }: BoxProps) {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        form={FORM_ID}
        name={filter}
        value={value}
        checked={isChosen}
        onChange={({ currentTarget }) => {
          onChange(`${filter}=${value}`);
          currentTarget.form!.requestSubmit();
        }}
      />
      <span>{text}</span> {count !== undefined && <span className="count">{facetText(count)}</span>}
    </label>
  );
}
