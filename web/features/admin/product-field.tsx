import { useState } from "react";
import type { AdminRecord } from "#schema/admin.ts";
import { get } from "../../data/api.ts";
import { Labelled } from "../../forms/labelled.tsx";
import { Combobox, type ComboboxOption } from "../../ui/combobox.tsx";
import { countText } from "../../ui/counts.ts";

export type Product = ComboboxOption & { id: number; slug: string };

type Props = {
  label: string;
  error?: string | undefined;
  /** The id of a product that cannot be chosen. */
  except?: AdminRecord["id"];
  /** Called with undefined if the user types on. */
  onChange: (product: Product | undefined) => void;
};

/** In a form, its name is `product`. */
export function ProductField({ label, error, except, onChange }: Props) {
  const [isUnknown, setUnknown] = useState(false);

  async function suggest(text: string, signal: AbortSignal) {
    const options = (await findProducts(text, signal)).filter(({ id }) => id !== except);
    if (!signal.aborted) setUnknown(options.length === 0);
    return [{ options }];
  }

  return (
    <Labelled className="product-field" label={label} error={error}>
      {(control) => (
        <>
          <Combobox<Product>
            {...control}
            name="product"
            suggest={suggest}
            onType={() => {
              setUnknown(false);
              onChange(undefined);
            }}
            onChoose={onChange}
          />
          <output className="field-hint">{isUnknown && "No product found."}</output>
        </>
      )}
    </Labelled>
  );
}

async function findProducts(q: string, signal: AbortSignal): Promise<Product[]> {
  const { results } = await get("get_model/:app/:model/", {
    params: { app: "sites", model: "product" },
    query: { q },
    signal,
  });
  return results.map(toProduct);
}

const toProduct = ({ id, name, slug, site_count: count }: AdminRecord): Product => ({
  id: Number(id),
  text: String(name),
  note: countText(Number(count), ["site", "sites"]),
  slug: String(slug),
});
