import { useMemo, useState } from "react";
import { useLoaderData } from "react-router";
import type { EditableSite } from "#schema/sites/sites.ts";
import { DraftOffer } from "../../../forms/draft-offer.tsx";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { useSession } from "../../../data/session.tsx";
import type { loader } from "./edit-site-data.ts";
import { EditSiteForm } from "./edit-site-form.tsx";
import { toDraft, SITE_DRAFTS } from "../draft/site-draft.ts";

export function Component() {
  const user = useSession();
  const result = useLoaderData<typeof loader>();
  // The session has just ended: the guard redirects to the login page.
  if (!user) return null;
  return (
    <Screen title={result.value ? `Edit ${result.value.name}` : "Edit site"} isBelowDashboard>
      <AsyncContent data={{ result }} failure="Failed to load site.">
        {(site) => <Editing key={site.id} loaded={site} />}
      </AsyncContent>
    </Screen>
  );
}

/** Mounts a new form for each version of the site. */
function Editing({ loaded }: { loaded: EditableSite }) {
  const [{ site, round }, setState] = useState({ site: loaded, round: 0 });
  const bare = useMemo(() => toDraft(site, site.content), [site]);
  return (
    <DraftOffer key={round} kind={SITE_DRAFTS} of={site.id} original={bare} basedOn={site.updated_at}>
      {(start) => (
        <EditSiteForm
          site={site}
          start={start}
          onReplace={(version) => setState({ site: version, round: round + 1 })}
        />
      )}
    </DraftOffer>
  );
}
