import { useState } from "react";
import { MAX_ALTERNATIVES } from "#schema/sites/sites.ts";
import { AlternativeRow } from "./alternative-row.tsx";
import { blankAlternative, type DraftAlternative, type DraftFieldsProps } from "../draft/site-draft.ts";
import { useRowFocus } from "../../../forms/use-row-focus.ts";
import "./site-form.css";

type Props = Omit<DraftFieldsProps, "draft"> & {
  alternatives: DraftAlternative[];
  /** Problems are stored by the number of a row, so they are wrong after rows move. */
  forgetProblems: () => void;
  /** Called when somebody has typed a name. */
  onName: () => void;
  /** Also asks how the site replaces each product. */
  asksPairs?: boolean;
};

export function AlternativesFields({ alternatives, change, problems, forgetProblems, onName, asksPairs }: Props) {
  const [said, say] = useState("");
  // A site without alternatives has one empty row.
  const [blank] = useState(blankAlternative);
  const rows = alternatives.length > 0 ? alternatives : [blank];
  const { list, focusRow } = useRowFocus();

  const put = (changed: DraftAlternative[]) => change({ alternatives: changed });

  function move(from: number, to: number) {
    const row = rows[from]!;
    forgetProblems();
    put(rows.toSpliced(from, 1).toSpliced(to, 0, row));
    say(`${row.name || "Alternative"} is now number ${to + 1} of ${rows.length}.`);
  }

  function remove(index: number) {
    const left = rows.toSpliced(index, 1);
    forgetProblems();
    put(left);
    focusRow(left[Math.min(index, left.length - 1)]!.key);
    say(`${rows[index]!.name || "Product"} was removed.`);
  }

  function add() {
    const added = blankAlternative();
    put([...rows, added]);
    focusRow(added.key);
  }

  return (
    <fieldset className="alternatives" name="alternatives">
      <legend>Products that it replaces</legend>
      <p className="field-hint">Up to {MAX_ALTERNATIVES}. People who leave these products find your site.</p>
      {problems["alternatives"] && <p className="field-error">{problems["alternatives"]}</p>}
      <ol ref={list}>
        {rows.map((row, index) => (
          <li key={row.key} data-key={row.key}>
            <AlternativeRow
              row={row}
              index={index}
              count={rows.length}
              asksPairs={asksPairs}
              problems={problems}
              onName={onName}
              onChange={(changes) => put(rows.with(index, { ...row, ...changes }))}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      {rows.length < MAX_ALTERNATIVES && (
        <button type="button" className="button" onClick={add}>
          Add a product
        </button>
      )}
      <output className="visually-hidden">{said}</output>
    </fieldset>
  );
}
