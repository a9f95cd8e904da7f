import { useState } from "react";
import { factOf, FILTERS } from "#schema/facts.ts";
import { filterLabel, type Filters } from "#schema/filters.ts";
import type { CardPage } from "#schema/sites.ts";
import { facetText } from "../browse/counts.ts";
import { FORM_ID } from "../search/form-id.ts";
import { type OfferedValue, offeredValues } from "./offered-values.ts";

/** As many as there are platforms. A longer list shows only the first ones, and the rest on request. */
const SHORT = 8;
const FIRST = 4;
const MUST_HAVE = "Must have";

type Props = { filters: Filters; sites: CardPage };

/** Checkboxes of the search form. A change sends the form. Filters of yes/no facts stand together. */
export function FilterFields({ filters, sites }: Props) {
  // A value that the visitor just took away stays, also if it would leave no site: it has the focus.
  const [last, setLast] = useState("");
  const offered = offeredValues(sites, filters, (filter, value) => last === `${filter}=${value}`);
  const groups = [
    { label: MUST_HAVE, values: offered.filter(isYesNo).flatMap(({ values }) => values) },
    ...offered.filter((one) => !isYesNo(one)).map(({ filter, values }) => ({ label: filterLabel(filter), values })),
  ];
  return groups
    .filter(({ values }) => values.length > 0)
    .map(({ label, values }) => (
      <ValueGroup key={label} label={label} values={values} filters={filters} onChange={setLast} />
    ));
}

const isYesNo = ({ filter }: { filter: string }) => factOf(FILTERS.get(filter)!).kind === "yes_no";

type GroupProps = {
  label: string;
  values: OfferedValue[];
  filters: Filters;
  onChange: (changed: string) => void;
};

function ValueGroup({ label, values, filters, onChange }: GroupProps) {
  const isChosen = ({ filter, value }: OfferedValue) => filters[filter]?.includes(value) ?? false;
  const boxes = values.map((value) => (
    <ValueBox key={`${value.filter}=${value.value}`} value={value} isChosen={isChosen(value)} onChange={onChange} />
  ));
  const isShort = boxes.length <= SHORT;
  const [startsOpen] = useState(() => values.slice(FIRST).some(isChosen));
  return (
    <fieldset className="filter">
      <legend>{label}</legend>
      {isShort ? boxes : boxes.slice(0, FIRST)}
      {!isShort && (
        <details open={startsOpen}>
          <summary>Show all {boxes.length}</summary>
          {boxes.slice(FIRST)}
        </details>
      )}
    </fieldset>
  );
}

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
      <span>{text}</span> <span className="count">{facetText(count)}</span>
    </label>
  );
}
