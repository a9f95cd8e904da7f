import { useState } from "react";
import { metaTag, type Ownership } from "#schema/sites/ownership.ts";
import type { ProofMethod } from "#schema/sites/proof.ts";
import { send } from "../../../data/api.ts";
import { toResult } from "../../../data/screen-data.ts";
import { Field } from "../../../forms/field.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { LoadOnce } from "../../../layout/load-once.tsx";
import { ActionForm } from "./action-form.tsx";

const LABELS: Record<ProofMethod, string> = { dns: "DNS record", file: "Text file", meta: "Meta tag" };

type Props = { site: Ownership; call: "verify" | "claim"; label: string; done: string };

/** What a person publishes at the site, and the button that looks for it. */
export function Prove({ site: { id, methods }, ...action }: Props) {
  const [method, setMethod] = useState(methods[0]!);
  const load = () => toResult(() => send("POST", "sites/:id/verification/", { params: { id }, body: { method } }));
  return (
    <div className="form">
      <SelectField
        name="method"
        label="How do you prove it?"
        value={method}
        onChange={({ target }) => setMethod(target.value as ProofMethod)}
      >
        {methods.map((one) => (
          <option key={one} value={one}>
            {LABELS[one]}
          </option>
        ))}
      </SelectField>
      <LoadOnce key={method} load={load} failure="Could not fetch what to publish." skeleton="line">
        {({ token, instructions }) => (
          <Field
            name="token"
            label={method === "meta" ? "The tag" : "The token"}
            hint={instructions}
            readOnly
            value={method === "meta" ? metaTag(token) : token}
            // Ready to be copied.
            onFocus={({ target }) => target.select()}
          />
        )}
      </LoadOnce>
      <ActionForm {...action} id={id} className="button button-primary" />
    </div>
  );
}
