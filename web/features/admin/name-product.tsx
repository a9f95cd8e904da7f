import { useState } from "react";
import * as z from "zod/mini";
import { otherNameForm } from "#schema/admin.ts";
import { Field } from "../../forms/field.tsx";
import { FormActions } from "../../forms/form-actions.tsx";
import { FormMessage } from "../../forms/form-message.tsx";
import { useForm } from "../../forms/use-form.ts";
import { type Product, ProductField } from "./product-field.tsx";
import { FormButton } from "../../forms/form-button.tsx";
import type { RowActionProps } from "./record/use-record-changes.ts";

/** Makes what visitors search for another name of a product. */
export function NameProduct({ record, name, onNameProduct, onTyped }: RowActionProps) {
  return (
    <FormButton label="Product name…" of={` from ${name}`} title="Give a product another name" onTyped={onTyped}>
      {(close, touch) => (
        <NameForm
          name={String(record["q"])}
          onTouched={touch}
          onSave={async (product, otherName) => {
            await onNameProduct(product, otherName);
            close();
          }}
          onClose={close}
        />
      )}
    </FormButton>
  );
}

const rules = z.extend(otherNameForm, { product: z.int("Please choose a product from the list.") });

type FormProps = Pick<RowActionProps, "name"> & {
  onTouched: () => void;
  onSave: RowActionProps["onNameProduct"];
  onClose: () => void;
};

function NameForm({ name, onTouched, onSave, onClose }: FormProps) {
  const [product, setProduct] = useState<Product>();
  const form = useForm(rules, async (input) => onSave(product!, input.name), {
    read: (element) => ({ name: new FormData(element).get("name"), product: product?.id }),
  });
  return (
    <form className="form dialog-form" {...form.props} onInput={onTouched}>
      <Field
        name="name"
        label="Name"
        hint="Searches for this name then find the product at once."
        autoComplete="off"
        defaultValue={name}
        error={form.fields["name"]}
      />
      <ProductField label="Product" error={form.fields["product"]} onChange={setProduct} />
      <FormMessage text={form.message} />
      <FormActions busy={form.busy} busyText="Adding…" onCancel={onClose}>
        Add name
      </FormActions>
    </form>
  );
}
