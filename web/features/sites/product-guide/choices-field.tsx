import type { EditableGuide } from "#schema/sites/product-guide.ts";
import { useRowFocus } from "../../../forms/use-row-focus.ts";
import { BinIcon } from "../../../ui/icons.tsx";
import { blankRow, type ChoiceRow } from "./guide-draft.ts";

type Props = {
  rows: ChoiceRow[];
  sites: EditableGuide["sites"];
  error: string | undefined;
  onChange: (rows: ChoiceRow[]) => void;
};

/** Each row chooses a site and says for whom it is. */
export function ChoicesField({ rows, sites, error, onChange }: Props) {
  const { list, focusRow } = useRowFocus();
  const isTaken = (slug: string) => rows.some((row) => row.slug === slug);

  function add() {
    const added = blankRow();
    onChange([...rows, added]);
    focusRow(added.key);
  }

  return (
    <fieldset className="field guide-rows" name="choices">
      <legend>Which one to choose</legend>
      {error && <p className="field-error">{error}</p>}
      <ol ref={list}>
        {rows.map((row, index) => {
          const label = `Choice ${index + 1}`;
          const change = (changes: Partial<ChoiceRow>) => onChange(rows.with(index, { ...row, ...changes }));
          // The form moves the focus to the first invalid field.
          const isInvalid = (error !== undefined && index === 0) || undefined;
          return (
            <li key={row.key} data-key={row.key}>
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
              <input
                aria-label={`${label}: if`}
                aria-invalid={isInvalid}
                placeholder="if you want …"
                value={row.text}
                onChange={({ target }) => change({ text: target.value })}
              />
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove choice ${index + 1}`}
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
        Add choice
      </button>
    </fieldset>
  );
}

const nameOf = (slug: string, sites: EditableGuide["sites"]) =>
  sites.find((site) => site.slug === slug)?.name ?? `${slug} (not public)`;
