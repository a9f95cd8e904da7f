import { useSession } from "../../../data/session.tsx";
import { CreateSiteForm } from "./create-site-form.tsx";
import { DraftOffer } from "../../../forms/draft-offer.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { blankDraft, SITE_DRAFTS } from "../draft/site-draft.ts";

const BLANK = blankDraft();

export function Component() {
  const user = useSession();
  // The session has just ended: the guard redirects to the login page.
  if (!user) return null;
  return (
    <Screen title="List a site">
      <DraftOffer kind={SITE_DRAFTS} of="new" original={BLANK}>
        {(start) => <CreateSiteForm user={user} start={start} />}
      </DraftOffer>
    </Screen>
  );
}
