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
  children: (row: Row, label: string, change: (changes: Partial<Row>) => void) => ReactNode;
};

/** Rows that can be added and removed. */
export function RowsField<Row extends { key: string }>(props: Props<Row>) {
  const { name, legend, row: kind, rows, blank, error, onChange, children } = props;
  const { list, focusRow } = useRowFocus();

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
              {children(row, label, (changes) => onChange(rows.with(index, { ...row, ...changes })))}
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
