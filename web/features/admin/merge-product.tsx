import { useState } from "react";
import { mergeForm } from "#schema/admin.ts";
import { validateForm } from "#schema/values/validate-form.ts";
import { productPath } from "#schema/pages/paths.ts";
import { ApiError } from "../../data/api.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { countText } from "../../ui/counts.ts";
import { type Product, ProductField } from "./product-field.tsx";
import type { RowActionProps } from "./record/use-record-changes.ts";

export function MergeProduct({ record, name, onMerge }: RowActionProps) {
  const [isAsking, setAsking] = useState(false);
  const [into, setInto] = useState<Product>();
  const count = Number(record["site_count"]);

  function close() {
    setAsking(false);
    setInto(undefined);
  }

  async function merge() {
    const checked = validateForm(mergeForm, { into: into?.id });
    if (!checked.ok) throw new ApiError(400, checked.message, checked.fields);
    await onMerge(record, { id: checked.value.into, text: into!.text });
    close();
  }

  return (
    <>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Merge…<span className="visually-hidden">{` ${name}`}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Merge “${name}” into another product`}
          action="Merge products"
          busyText="Merging…"
          onConfirm={merge}
          onClose={close}
        >
          <ProductField label="Product to keep" except={record.id} onChange={setInto} />
          {into && (
            <ul className="consequences">
              <li>
                <strong>{name}</strong> will be deleted. Its names become other names of <strong>{into.text}</strong>.
              </li>
              {count > 0 && (
                <li>
                  {`${countText(count, ["site becomes an alternative", "sites become alternatives"])} to ${into.text}.`}
                </li>
              )}
              <li>{`${productPath(String(record["slug"]))} will redirect to ${productPath(into.slug)}.`}</li>
              <li>You cannot undo this.</li>
            </ul>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
