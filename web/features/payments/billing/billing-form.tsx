import { useEffect, useRef, useState } from "react";
import { billingForm, type BillingDetails } from "#schema/payments.ts";
import { Field } from "../../../forms/field.tsx";
import { FormActions } from "../../../forms/form-actions.tsx";
import { FormMessage } from "../../../forms/form-message.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { COUNTRIES, taxIdTypeOf } from "./countries.ts";

type Props = { details: BillingDetails; onSave: (details: BillingDetails) => Promise<void>; onCancel: () => void };

/**
 * Plain fields, and not Stripe's Elements: the dashboard's policy allows no frames, and Stripe's own field for a tax
 * number is a beta (https://docs.stripe.com/js/elements_object/create_tax_id_element).
 */
export function BillingForm({ details, onSave, onCancel }: Props) {
  const [country, setCountry] = useState(details.country);
  const taxIdType = taxIdTypeOf(country);
  const form = useForm(billingForm, onSave, { read: (element) => readForm(element, taxIdType) });
  const { fields } = form;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const text = (name: Exclude<keyof BillingDetails, "tax_id">, maxLength: number) => ({
    name,
    defaultValue: details[name],
    error: fields[name],
    maxLength,
  });
  return (
    <form {...form.props} className="form billing-form">
      <FormMessage text={form.message} />
      <Field ref={first} {...text("name", 150)} label="Company or full name" autoComplete="organization" />
      <SelectField
        name="country"
        label="Country"
        value={country}
        autoComplete="country"
        error={fields["country"]}
        onChange={({ target }) => setCountry(target.value)}
      >
        <option value="">Choose a country</option>
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field {...text("line1", 200)} label="Street and number" autoComplete="address-line1" />
      <Field {...text("line2", 200)} label="Address line 2 (optional)" autoComplete="address-line2" />
      <div className="form-row">
        <Field {...text("postal_code", 20)} label="Postal code" autoComplete="postal-code" />
        <Field {...text("city", 100)} label="City" autoComplete="address-level2" />
      </div>
      <Field {...text("state", 100)} label="State or province (optional)" autoComplete="address-level1" />
      {taxIdType && (
        <Field
          name="tax_id"
          label={taxIdType.endsWith("_vat") ? "VAT number (optional)" : "Tax number of your company (optional)"}
          defaultValue={details.tax_id?.value}
          autoComplete="off"
          spellCheck={false}
          error={fields["tax_id"] ?? fields["tax_id.value"] ?? fields["tax_id.type"]}
          hint={taxIdType === "eu_vat" ? "With the letters of your country, such as DE123456789." : undefined}
          maxLength={50}
        />
      )}
      <FormActions busy={form.busy} busyText="Saving…" className="button" onCancel={onCancel}>
        Save billing details
      </FormActions>
    </form>
  );
}

function readForm(element: HTMLFormElement, type: string | undefined) {
  const { tax_id: value, ...texts } = Object.fromEntries(new FormData(element)) as Record<string, string>;
  const taxId = value?.trim();
  return { ...texts, tax_id: taxId && type ? { type, value: taxId } : null };
}
