import { UrlField } from "../../../forms/url-field.tsx";
import { Field } from "../../../forms/field.tsx";
import { Labelled } from "../../../forms/labelled.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { BinIcon, DownIcon, UpIcon } from "../../../ui/icons.tsx";
import { suggestProducts } from "../../sites/list/suggestions.tsx";
import { PairFields } from "./pair-fields.tsx";
import type { DraftAlternative } from "../draft/site-draft.ts";

type Props = {
  row: DraftAlternative;
  index: number;
  count: number;
  asksPairs: boolean | undefined;
  problems: Record<string, string>;
  onName: () => void;
  onChange: (changes: Partial<DraftAlternative>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

export function AlternativeRow({ row, index, count, asksPairs, problems, onName, onChange, onMove, onRemove }: Props) {
  const path = `alternatives.${index}`;
  const number = index + 1;
  return (
    <fieldset className="alternative">
      <legend>{`Product ${number}`}</legend>
      <Labelled label="Name" error={problems[`${path}.name`]}>
        {(control) => (
          <Combobox
            {...control}
            name={`${path}.name`}
            value={row.name}
            suggest={suggestProducts}
            onBlur={onName}
            onType={(name) => onChange({ name })}
            onChoose={({ text, link }) => onChange({ name: text, link })}
          />
        )}
      </Labelled>
      <UrlField
        name={`${path}.link`}
        label="URL"
        value={row.link}
        onType={(link) => onChange({ link })}
        error={problems[`${path}.link`]}
      />
      {row.description !== undefined && (
        <Field
          name={`${path}.description`}
          label="Description (optional)"
          value={row.description}
          onChange={(event) => onChange({ description: event.target.value })}
          error={problems[`${path}.description`]}
        />
      )}
      {asksPairs && (
        <PairFields
          path={path}
          product={row.name.trim()}
          pair={row.pair}
          problems={problems}
          onChange={(pair) => onChange({ pair })}
        />
      )}
      {count > 1 && (
        <div className="alternative-buttons">
          {/* Not `disabled` at the ends of the list: the button that moved the row there has the focus. */}
          <button
            type="button"
            className="icon-button"
            aria-label={`Move product ${number} up`}
            aria-disabled={index === 0}
            onClick={() => index > 0 && onMove(index - 1)}
          >
            <UpIcon />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={`Move product ${number} down`}
            aria-disabled={index === count - 1}
            onClick={() => index < count - 1 && onMove(index + 1)}
          >
            <DownIcon />
          </button>
          <button type="button" className="icon-button" aria-label={`Remove product ${number}`} onClick={onRemove}>
            <BinIcon />
          </button>
        </div>
      )}
    </fieldset>
  );
}
