import { Link, useLoaderData } from "react-router";
import { sitePath } from "#schema/pages/paths.ts";
import type { Ownership } from "#schema/sites/ownership.ts";
import { PROOF_NAMES } from "#schema/sites/proof.ts";
import { useSession } from "../../../data/session.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { DateText } from "../../../ui/date.tsx";
import { ActionForm } from "./action-form.tsx";
import { AnswerClaim } from "./answer-claim.tsx";
import { HandOver } from "./hand-over.tsx";
import type { loader } from "./ownership-data.ts";
import { Prove } from "./prove.tsx";

export function Component() {
  const user = useSession();
  const result = useLoaderData<typeof loader>();
  if (!user) return null;
  return (
    <Screen
      title={result.value ? `Ownership of ${result.value.name}` : "Ownership"}
      isBelowDashboard
      actions={
        result.value && (
          <Link className="button" to={sitePath(result.value.slug)}>
            See the listing
          </Link>
        )
      }
    >
      <AsyncContent data={{ result }} skeleton="form">
        {(site) => (site.is_own ? <OfOwner site={site} /> : <OfOthers site={site} />)}
      </AsyncContent>
    </Screen>
  );
}

type Props = { site: Ownership };

const OfOwner = ({ site }: Props) => (
  <>
    {site.claim && <AnswerClaim id={site.id} claim={site.claim} />}
    <section className="screen-section" aria-labelledby="verify-title">
      <h2 id="verify-title">Verify your site</h2>
      {site.verified ? (
        <p>
          Verified by {PROOF_NAMES[site.verified.method]} since <DateText iso={site.verified.since} />. Leave it in
          place: we check it again each month.
        </p>
      ) : (
        <p>Show visitors that this site is yours. Publish one of these lines there, and let us look for it.</p>
      )}
      <Prove site={site} call="verify" label="Check now" />
    </section>
    {!site.claim && <HandOver id={site.id} />}
  </>
);

const OfOthers = ({ site }: Props) => (
  <>
    {site.is_handed_over && (
      <section className="screen-section" aria-labelledby="accept-title">
        <h2 id="accept-title">Handed over to you</h2>
        <p>Its owner gives you this listing.</p>
        <ActionForm call="acceptHandover" id={site.id} label="Accept the listing" done="The listing is yours." />
      </section>
    )}
    <section className="screen-section" aria-labelledby="claim-title">
      <h2 id="claim-title">Is this yours?</h2>
      {site.claim ? (
        <p>
          You have claimed this listing. Its owner can answer until <DateText iso={site.claim.answer_due_at} />, and our
          staff decide if they object. Leave your proof in place until we mail you.
        </p>
      ) : (
        <Claim site={site} />
      )}
    </section>
  </>
);

const Claim = ({ site }: Props) => (
  <>
    <p>
      Publish one of these lines at the site to prove that it is yours.{" "}
      {site.has_owner
        ? "The present owner then has seven days to answer. Nobody sees your email address."
        : "The listing is then yours at once."}
    </p>
    <Prove site={site} call="claim" label="Check and claim" />
  </>
);
