import { useId, useState } from "react";
import { type AdminModelPage, type AdminRecord, mergeForm } from "#schema/admin.ts";
import { validateForm } from "#schema/validate-form.ts";
import { targetPath, withQuery } from "#schema/paths.ts";
import { ApiError, get } from "../../api.ts";
import { Combobox, type ComboboxOption } from "../../ui/combobox.tsx";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { countText } from "../sites/browse/counts.ts";
import type { RowActionProps } from "./record/use-record-changes.ts";

type Product = ComboboxOption & { id: number; slug: string };

export function MergeProduct({ record, name, onMerge }: RowActionProps) {
  const [isAsking, setAsking] = useState(false);
  const [into, setInto] = useState<Product>();
  const id = useId();
  const count = Number(record["site_count"]);

  function close() {
    setAsking(false);
    setInto(undefined);
  }

  async function merge() {
    const checked = validateForm(mergeForm, { into: into?.id });
    if (!checked.ok) throw new ApiError(400, checked.message, checked.fields);
    await onMerge({ id: checked.value.into, text: into!.text });
    close();
  }

  return (
    <>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <span>
          Merge<span className="visually-hidden"> {name}</span> into…
        </span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Merge “${name}” into another product`}
          action="Merge products"
          busyText="Merging…"
          onConfirm={merge}
          onClose={close}
        >
          <div className="field merge-field">
            <label htmlFor={id}>Product to keep</label>
            <Combobox<Product>
              id={id}
              suggest={async (text, signal) => [
                { options: (await findProducts(text, signal)).filter((found) => found.id !== record.id) },
              ]}
              onType={() => setInto(undefined)}
              onChoose={setInto}
            />
          </div>
          {into && (
            <ul className="consequences">
              <li>
                <strong>{name}</strong> will be deleted. Its names become other names of <strong>{into.text}</strong>.
              </li>
              {count > 0 && (
                <li>
                  {countText(count, ["site becomes an alternative", "sites become alternatives"])} to {into.text}.
                </li>
              )}
              <li>
                {targetPath(String(record["slug"]))} will redirect to {targetPath(into.slug)}.
              </li>
              <li>You cannot undo this.</li>
            </ul>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

async function findProducts(q: string, signal: AbortSignal): Promise<Product[]> {
  const { results } = await get<AdminModelPage>(withQuery("get_model/sites/target/", { q }), signal);
  return results.map(toProduct);
}

const toProduct = ({ id, name, slug, site_count: count }: AdminRecord): Product => ({
  id: Number(id),
  text: String(name),
  note: countText(Number(count), ["site", "sites"]),
  slug: String(slug),
});
