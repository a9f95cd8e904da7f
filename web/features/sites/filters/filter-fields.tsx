import { useState } from "react";
import { factOf, FILTERS } from "#schema/facts/facts.ts";
import { filterLabel, type Filters } from "#schema/facts/filters.ts";
import type { CardPage } from "#schema/sites/sites.ts";
import { facetText } from "../../../ui/counts.ts";
import { FORM_ID } from "./form-id.ts";
import { type OfferedValue, offeredValues } from "./offered-values.ts";
import { ShowAll } from "./show-all.tsx";

const MUST_HAVE = "Must have";

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
    .map(({ label, values, total }) => (
      <fieldset key={label} className="filter">
        <legend>{label}</legend>
        {values.map((value) => (
          <ValueBox
            key={`${value.filter}=${value.value}`}
            value={value}
            isChosen={filters[value.filter]?.includes(value.value) ?? false}
            onChange={setLast}
          />
        ))}
        {total !== undefined && <ShowAll path={path} filter={values[0]!.filter} total={total} />}
      </fieldset>
    ));
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
