import { metaTag, type Ownership } from "#schema/sites/ownership.ts";
import { PROOF_NAMES } from "#schema/sites/proof.ts";
import { Field } from "../../../forms/field.tsx";
import { ActionForm } from "./action-form.tsx";

type Props = { site: Ownership; call: "verify" | "claim"; label: string };

/** What a person can publish at the site, and the button that looks for it. */
export const Prove = ({ site: { id, proofs }, ...action }: Props) => (
  <ActionForm {...action} id={id} done="We have found your proof.">
    {() =>
      proofs.map(({ method, token, instructions }) => (
        <Field
          key={method}
          name={method}
          label={`By ${PROOF_NAMES[method]}`}
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
