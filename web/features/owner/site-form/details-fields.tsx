import { CATEGORIES, CATEGORY_LABELS, MAX_DESCRIPTION_LENGTH } from "#schema/sites.ts";
import { normalizeLine } from "#schema/text.ts";
import { Field } from "../../../forms/field.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { LinkField } from "./link-field.tsx";
import type { Proposal } from "./use-proposal.ts";
import type { SiteDraft } from "./site-draft.ts";

export type DraftFieldsProps = {
  draft: SiteDraft;
  change: (changes: Partial<SiteDraft>) => void;
  /** Error texts by the field names of `schema/site-form.ts`. */
  problems: Record<string, string>;
};

type Props = DraftFieldsProps & { proposal: Proposal };

export function DetailsFields({ draft, change, problems, proposal }: Props) {
  return (
    <>
      <LinkField draft={draft} change={change} proposal={proposal} error={problems["link"]} />
      <Field
        name="name"
        label="Site name"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        error={problems["name"]}
      />
      <Field
        name="description"
        label="Description (optional)"
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        error={problems["description"]}
        hint={`${normalizeLine(draft.description).length}/${MAX_DESCRIPTION_LENGTH} characters`}
      />
      <SelectField
        name="category"
        label="Category"
        value={draft.category}
        onChange={(event) => change({ category: event.target.value })}
        error={problems["category"]}
      >
        <option value="">Choose a category</option>
        {CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {CATEGORY_LABELS[category]}
          </option>
        ))}
      </SelectField>
    </>
  );
}
