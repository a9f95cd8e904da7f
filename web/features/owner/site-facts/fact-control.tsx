import { COUNTRY_NAMES } from "#schema/values/countries.ts";
import { NOT_STATED } from "#schema/facts/fact-texts.ts";
import { factOf } from "#schema/facts/facts.ts";
import { Field } from "../../../forms/field.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { TextArea } from "../../../forms/text-area.tsx";
import { UrlField } from "../../../forms/url-field.tsx";
import type { ControlProps } from "./control-props.ts";
import type { DraftFact, DraftPrice } from "../draft/draft-facts.ts";
import { ChoicesControl, YesNoControl } from "./choice-controls.tsx";
import { ListControl } from "./list-control.tsx";
import { PriceControl } from "./price-control.tsx";

const COUNTRIES = Object.fromEntries(
  Object.entries(COUNTRY_NAMES).toSorted(([, a], [, b]) => a.localeCompare(b, "en")),
);

const NONE = <option value="">{NOT_STATED}</option>;

type Props = ControlProps & { value: DraftFact | undefined };

/** The control for a kind of fact. An empty one is a fact that is not stated. */
export function FactControl({ value, ...control }: Props) {
  const { name, path, error, onChange } = control;
  const fact = factOf(name);
  const text = typeof value === "string" ? value : "";
  const list = Array.isArray(value) ? value : [];
  const field = {
    name: path,
    label: fact.label,
    hint: fact.help,
    error,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  switch (fact.kind) {
    case "choice":
      return (
        <SelectField {...field} options={fact.options}>
          {NONE}
        </SelectField>
      );
    case "country":
      return (
        <SelectField {...field} options={COUNTRIES}>
          {NONE}
        </SelectField>
      );
    case "choices":
      return <ChoicesControl {...control} options={fact.options} value={list} />;
    case "yes_no":
      return <YesNoControl {...control} value={typeof value === "boolean" ? value : undefined} />;
    case "price":
      return <PriceControl {...control} value={value as DraftPrice | undefined} />;
    case "number":
      return (
        <Field
          {...field}
          label={fact.unit ? `${fact.label} (${fact.unit[1]})` : fact.label}
          inputMode="numeric"
          placeholder={NOT_STATED}
        />
      );
    case "date":
      return <Field {...field} type="date" />;
    case "link":
      return <UrlField {...field} onType={onChange} />;
    case "texts":
      return (
        <TextArea
          {...field}
          rows={3}
          placeholder={NOT_STATED}
          hint={`${fact.help ?? ""} One per line, at most ${fact.max}, each up to ${fact.maxLength} characters.`.trim()}
        />
      );
    default:
      return <ListControl {...control} kind={fact.kind} value={list} />;
  }
}
