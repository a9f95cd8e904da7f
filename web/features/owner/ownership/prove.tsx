import { metaTag, type Ownership } from "#schema/sites/ownership.ts";
import type { ProofMethod } from "#schema/sites/proof.ts";
import { Field } from "../../../forms/field.tsx";
import { ActionForm } from "./action-form.tsx";

const LABELS: Record<ProofMethod, string> = { dns: "DNS record", file: "Text file", meta: "Meta tag" };

type Props = { site: Ownership; call: "verify" | "claim"; label: string; done: string };

/** What a person can publish at the site, and the button that looks for it. */
export const Prove = ({ site: { id, proofs }, ...action }: Props) => (
  <ActionForm {...action} id={id}>
    {() =>
      proofs.map(({ method, token, instructions }) => (
        <Field
          key={method}
          name={method}
          label={LABELS[method]}
          hint={instructions}
          readOnly
          value={method === "meta" ? metaTag(token) : token}
          // Ready to be copied.
          onFocus={({ target }) => target.select()}
        />
      ))
    }
  </ActionForm>
);
