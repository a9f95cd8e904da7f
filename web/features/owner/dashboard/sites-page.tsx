import { Link } from "react-router";
import { createSitePath, sitesPath, withQuery } from "#schema/paths.ts";
import { useSession } from "../../../session.tsx";
import { BackToDashboard } from "../back-to-dashboard.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { NoSites } from "./no-sites.tsx";
import { OwnSitesPager } from "./own-sites-pager.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { SiteRow } from "./site-row.tsx";
import { LOAD_FAILURE, useOwnSites } from "./use-own-sites.ts";
import "../../../ui/table.css";

/** The sites of whoever is signed in, as a table whose rows can be edited. */
export function Component() {
  const user = useSession();
  const { sites, hasFailed, isLoading, reload, put, remove } = useOwnSites();
  if (!user) return null;
  return (
    <Screen
      title="Your Sites"
      actions={
        <Link className="button button-primary" to={createSitePath}>
          List a site
        </Link>
      }
    >
      <BackToDashboard />
      {hasFailed && <LoadFailure text={LOAD_FAILURE} onRetry={reload} />}
      {!sites && !hasFailed && <output>Loading…</output>}
      {sites?.count === 0 && <NoSites path={sitesPath} />}
      {sites && sites.results.length > 0 && (
        <table className="table" aria-label="Your Sites" aria-busy={isLoading}>
          <thead>
            <tr>
              <th scope="col">Site Name</th>
              <th scope="col">Alternatives</th>
              <th scope="col">Status</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {sites.results.map((site) => (
              <SiteRow key={site.id} site={site} onChanged={put} onDeleted={() => remove(site.id)} />
            ))}
          </tbody>
        </table>
      )}
      {sites && <OwnSitesPager sites={sites} isLoading={isLoading} hrefOf={(page) => withQuery(sitesPath, { page })} />}
    </Screen>
  );
}
