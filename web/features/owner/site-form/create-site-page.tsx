import { useState } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "../../../data/session.tsx";
import { CreateSiteForm } from "./create-site-form.tsx";
import { DraftOffer } from "../../../forms/draft-offer.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { draftFor, withoutWrongExtras } from "../draft/new-draft.ts";
import { SITE_DRAFTS } from "../draft/site-draft.ts";

export function Component() {
  const user = useSession();
  const [query] = useSearchParams();
  const [original] = useState(() => draftFor(query));
  // The session has just ended: the guard redirects to the login page.
  if (!user) return null;
  return (
    <Screen title="List a site">
      <DraftOffer kind={SITE_DRAFTS} of="new" original={original}>
        {(start) => <CreateSiteForm user={user} start={{ ...start, start: withoutWrongExtras(start.start) }} />}
      </DraftOffer>
    </Screen>
  );
}
