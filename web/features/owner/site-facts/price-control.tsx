import { NOT_STATED } from "#schema/facts/fact-texts.ts";
import { PERIODS } from "#schema/facts/facts.ts";
import { Field } from "../../../forms/field.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { FactGroup } from "./choice-controls.tsx";
import type { DraftPrice } from "../draft/draft-facts.ts";
import type { ControlProps } from "./control-props.ts";

const BLANK: DraftPrice = { amount: "", currency: "EUR", per: "month" };

/** Without an amount, the price is not stated. */
export function PriceControl({ value = BLANK, onChange, ...group }: ControlProps & { value: DraftPrice | undefined }) {
  const { path, error } = group;
  const change = (changes: Partial<DraftPrice>) => onChange({ ...value, ...changes });
  return (
    <FactGroup {...group} className="fact-price">
      <Field
        name={`${path}.amount`}
        label="Amount"
        inputMode="decimal"
        placeholder={NOT_STATED}
        value={value.amount}
        onChange={(event) => change({ amount: event.target.value })}
        aria-invalid={error ? true : undefined}
      />
      <Field
        name={`${path}.currency`}
        label="Currency"
        placeholder="EUR"
        maxLength={3}
        autoCapitalize="characters"
        value={value.currency}
        onChange={(event) => change({ currency: event.target.value })}
      />
      <SelectField
        name={`${path}.per`}
        label="Period"
        value={value.per}
        onChange={(event) => change({ per: event.target.value })}
        options={PERIODS}
      />
    </FactGroup>
  );
}
