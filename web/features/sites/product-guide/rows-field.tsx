import type { ReactNode } from "react";
import { BinIcon } from "../../../ui/icons.tsx";
import { useRowFocus } from "../../../forms/use-row-focus.ts";

type Props<Row> = {
  name: string;
  legend: string;
  /** "reason": one row. */
  row: string;
  rows: Row[];
  blank: () => Row;
  error: string | undefined;
  onChange: (rows: Row[]) => void;
  /** `control`: attributes of the first control. */
  children: (
    row: Row,
    control: { "aria-label": string; "aria-invalid": true | undefined },
    change: (changes: Partial<Row>) => void,
  ) => ReactNode;
};

/** Rows that can be added and removed. */
export function RowsField<Row extends { key: string }>(props: Props<Row>) {
  const { name, legend, row: kind, rows, blank, error, onChange, children } = props;
  const { list, focusRow } = useRowFocus();

  // The form moves the focus to the first field that is invalid.
  const controlOf = (label: string, index: number) => ({
    "aria-label": label,
    "aria-invalid": error && index === 0 ? (true as const) : undefined,
  });

  function add() {
    const added = blank();
    onChange([...rows, added]);
    focusRow(added.key);
  }

  return (
    <fieldset className="field guide-rows" name={name}>
      <legend>{legend}</legend>
      {error && <p className="field-error">{error}</p>}
      <ol ref={list}>
        {rows.map((row, index) => {
          const label = `${kind} ${index + 1}`;
          return (
            <li key={row.key} data-key={row.key}>
              {children(row, controlOf(label, index), (changes) => onChange(rows.with(index, { ...row, ...changes })))}
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${label.toLowerCase()}`}
                onClick={() => {
                  const left = rows.toSpliced(index, 1);
                  onChange(left);
                  const next = left[Math.min(index, left.length - 1)];
                  if (next) focusRow(next.key);
                  else list.current?.closest("fieldset")?.querySelector<HTMLElement>(":scope > button")?.focus();
                }}
              >
                <BinIcon />
              </button>
            </li>
          );
        })}
      </ol>
      <button type="button" className="button" onClick={add}>
        Add {kind.toLowerCase()}
      </button>
    </fieldset>
  );
}
