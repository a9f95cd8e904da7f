import { useMemo, useState } from "react";
import { useParams } from "react-router";
import type { OwnSite } from "#schema/sites.ts";
import { ScreenPending } from "../../../layout/screen-pending.tsx";
import { useSession } from "../../../session.tsx";
import { useAnswer } from "../../../use-answer.ts";
import { BackToDashboard } from "../back-to-dashboard.tsx";
import { DraftOffer } from "../../../forms/draft-offer.tsx";
import { EditSiteForm } from "./edit-site-form.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { toDraft, SITE_DRAFTS } from "./site-draft.ts";

export function Component() {
  const { id } = useParams();
  const user = useSession();
  const { answer: site, error, reload } = useAnswer<OwnSite>(`sites/${encodeURIComponent(id!)}/`);
  // The session has just ended, and the guard is on its way to the log-in.
  if (!user) return null;
  if (!site && !error) return <ScreenPending />;
  return (
    <Screen title={site ? `Edit ${site.name}` : "Edit site"}>
      <BackToDashboard />
      {site ? <Editing key={site.id} loaded={site} /> : <LoadFailure text="Failed to load site." onRetry={reload} />}
    </Screen>
  );
}

/** The form starts anew with each version of the site that is loaded into it. */
function Editing({ loaded }: { loaded: OwnSite }) {
  const [{ site, round }, setState] = useState({ site: loaded, round: 0 });
  const bare = useMemo(() => toDraft(site, site.content), [site]);
  return (
    <DraftOffer key={round} kind={SITE_DRAFTS} of={site.id} bare={bare} basedOn={site.updated_at}>
      {(start) => (
        <EditSiteForm site={site} start={start} onLoad={(version) => setState({ site: version, round: round + 1 })} />
      )}
    </DraftOffer>
  );
}
