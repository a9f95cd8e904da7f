import type { EditableGuide } from "#schema/sites/product-guide.ts";
import { useRowFocus } from "../../../forms/use-row-focus.ts";
import { BinIcon } from "../../../ui/icons.tsx";
import { blankRow, type Row } from "./guide-draft.ts";

type Props = {
  name: string;
  legend: string;
  /** "Reason": one row. */
  kind: string;
  rows: Row[];
  /** Each row chooses one of them. */
  sites?: EditableGuide["sites"];
  error: string | undefined;
  onChange: (rows: Row[]) => void;
};

/** Lines that can be added and removed. */
export function RowsField({ name, legend, kind, rows, sites, error, onChange }: Props) {
  const { list, focusRow } = useRowFocus();
  const isTaken = (slug: string) => rows.some((row) => row.slug === slug);

  function add() {
    const added = blankRow();
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
          const change = (changes: Partial<Row>) => onChange(rows.with(index, { ...row, ...changes }));
          // The form moves the focus to the first invalid field.
          const isInvalid = (error !== undefined && index === 0) || undefined;
          return (
            <li key={row.key} data-key={row.key}>
              {sites && (
                <select
                  aria-label={label}
                  aria-invalid={isInvalid}
                  value={row.slug}
                  onChange={({ target }) => change({ slug: target.value })}
                >
                  <option value="">Choose…</option>
                  {row.slug && <option value={row.slug}>{nameOf(row.slug, sites)}</option>}
                  {sites
                    .filter(({ slug }) => !isTaken(slug))
                    .map((site) => (
                      <option key={site.slug} value={site.slug}>
                        {site.name}
                      </option>
                    ))}
                </select>
              )}
              <input
                aria-label={sites ? `${label}: if` : label}
                aria-invalid={isInvalid}
                placeholder={sites && "you want topics"}
                value={row.text}
                onChange={({ target }) => change({ text: target.value })}
              />
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${label.toLowerCase()}`}
                onClick={({ currentTarget }) => {
                  currentTarget.closest("fieldset")!.querySelector<HTMLElement>(":scope > button")!.focus();
                  onChange(rows.toSpliced(index, 1));
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

const nameOf = (slug: string, sites: EditableGuide["sites"]) =>
  sites.find((site) => site.slug === slug)?.name ?? `${slug} (not public)`;
