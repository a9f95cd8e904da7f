import type { Ownership } from "#schema/sites/ownership.ts";
import { Field } from "../../../forms/field.tsx";
import { DateText } from "../../../ui/date.tsx";
import { ActionForm } from "./action-form.tsx";

export function HandOver({ id, handover }: Pick<Ownership, "id" | "handover">) {
  return (
    <section className="screen-section" aria-labelledby="hand-over-title">
      <h2 id="hand-over-title">Hand it over</h2>
      {handover ? (
        <>
          <p>
            We sent a link to <bdi>{handover.email}</bdi>. The listing stays yours until this person accepts it, at the
            latest on <DateText iso={handover.expires_at} />.
          </p>
          <ActionForm call="takeBack" id={id} label="Take it back" done="The listing stays yours." />
        </>
      ) : (
        <>
          <p>
            Another person can take over the listing. Its subscription then ends, and we refund the days that are left.
          </p>
          <ActionForm call="handOver" id={id} label="Send the link" done="We sent the link.">
            {({ email, password }) => (
              <>
                <Field
                  name="email"
                  type="email"
                  label="Email address of the new owner"
                  autoComplete="off"
                  error={email}
                />
                <Field
                  name="password"
                  type="password"
                  label="Your password"
                  hint="Leave it empty if you only sign in with Google."
                  autoComplete="current-password"
                  error={password}
                />
              </>
            )}
          </ActionForm>
        </>
      )}
    </section>
  );
}
