import type { OpenClaim } from "#schema/sites/ownership.ts";
import { TextArea } from "../../../forms/text-area.tsx";
import { DateText } from "../../../ui/date.tsx";
import { ActionForm } from "./action-form.tsx";

export function AnswerClaim({ id, claim }: { id: number; claim: OpenClaim }) {
  return (
    <section className="screen-section" aria-labelledby="answer-title">
      <h2 id="answer-title">Somebody claims this listing</h2>
      {claim.state === "disputed" ? (
        <p>Our staff decide, and we mail you if the listing gets another owner.</p>
      ) : (
        <>
          <p>
            A person with another account has proved that they can change the site. Please answer until{" "}
            <DateText iso={claim.answer_due_at} />. If it is theirs, you need to do nothing: with another owner its
            subscription ends, and we refund the days that are left.
          </p>
          <ActionForm call="objectToClaim" id={id} label="It is mine" done="Our staff decide.">
            {({ objection }) => (
              <TextArea
                name="objection"
                label="Why it is yours"
                hint="Only our staff read this."
                rows={4}
                error={objection}
              />
            )}
          </ActionForm>
        </>
      )}
    </section>
  );
}
