import { HANDOVER_DAYS } from "#schema/sites/ownership.ts";
import { Field } from "../../../forms/field.tsx";
import { ActionForm } from "./action-form.tsx";

export const HandOver = ({ id }: { id: number }) => (
  <section className="screen-section" aria-labelledby="hand-over-title">
    <h2 id="hand-over-title">Hand it over</h2>
    <p>
      We mail a link to another person, who can accept the listing within {HANDOVER_DAYS} days. Its subscription then
      ends, and we refund the days that are left. To take the link back, save your listing again.
    </p>
    <ActionForm call="handOver" id={id} label="Send the link" done="We sent the link.">
      {({ email }) => (
        <Field name="email" type="email" label="Email address of the new owner" autoComplete="off" error={email} />
      )}
    </ActionForm>
  </section>
);
