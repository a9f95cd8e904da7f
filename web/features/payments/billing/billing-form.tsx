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
  return (
    <form {...form.props} className="form billing-form">
      <FormMessage text={form.message} />
      <Field
        ref={first}
        name="name"
        label="Company or full name"
        defaultValue={details.name}
        autoComplete="organization"
        error={fields["name"]}
        maxLength={150}
      />
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
      <Field
        name="line1"
        label="Street and number"
        defaultValue={details.line1}
        autoComplete="address-line1"
        error={fields["line1"]}
        maxLength={200}
      />
      <Field
        name="line2"
        label="Address line 2 (optional)"
        defaultValue={details.line2}
        autoComplete="address-line2"
        error={fields["line2"]}
        maxLength={200}
      />
      <div className="form-row">
        <Field
          name="postal_code"
          label="Postal code"
          defaultValue={details.postal_code}
          autoComplete="postal-code"
          error={fields["postal_code"]}
          maxLength={20}
        />
        <Field
          name="city"
          label="City"
          defaultValue={details.city}
          autoComplete="address-level2"
          error={fields["city"]}
          maxLength={100}
        />
      </div>
      <Field
        name="state"
        label="State or province (optional)"
        defaultValue={details.state}
        autoComplete="address-level1"
        error={fields["state"]}
        maxLength={100}
      />
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
