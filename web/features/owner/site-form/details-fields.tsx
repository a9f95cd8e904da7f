import { CATEGORY_LABELS } from "#schema/sites/sites.ts";
import { normalizeLine } from "#schema/values/text.ts";
import { Field } from "../../../forms/field.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { LinkField } from "./link-field.tsx";
import type { Proposal } from "../draft/use-proposal.ts";
import { type DraftFieldsProps, TEXT_FIELD_ENTRIES } from "../draft/site-draft.ts";

type Props = DraftFieldsProps & { proposal: Proposal };

export function DetailsFields({ draft, change, problems, proposal }: Props) {
  return (
    <>
      <LinkField draft={draft} change={change} proposal={proposal} error={problems["link"]} />
      {TEXT_FIELD_ENTRIES.map(([name, { label, isOptional, maxLength }]) => (
        <Field
          key={name}
          name={name}
          label={isOptional ? `${label} (optional)` : label}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
          error={problems[name]}
          hint={maxLength && `${normalizeLine(draft[name]).length}/${maxLength} characters`}
        />
      ))}
      <SelectField
        name="category"
        label="Category"
        value={draft.category}
        onChange={(event) => change({ category: event.target.value })}
        error={problems["category"]}
        options={CATEGORY_LABELS}
      >
        <option value="">Choose a category</option>
      </SelectField>
    </>
  );
}
