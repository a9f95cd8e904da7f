import { Link, useLoaderData } from "react-router";
import { createSitePath, sitesPath, withQuery } from "#schema/pages/paths.ts";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { AsyncContent } from "../../../layout/async-content.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { useAction } from "../../../data/use-action.ts";
import { useSession } from "../../../data/session.tsx";
import { Table } from "../../../ui/table.tsx";
import { NoSites } from "./no-sites.tsx";
import type { calls, loader } from "./sites-data.ts";
import { SitesPager } from "./sites-pager.tsx";
import { SiteRow } from "./site-row.tsx";
import { LOAD_FAILURE } from "./texts.ts";

export function Component() {
  const user = useSession();
  const sites = useLoaderData<typeof loader>();
  // Not in the table: it unmounts when its last row is deleted.
  const deleteSite = useAction<typeof calls, "deleteSite">("deleteSite");
  if (!user) return null;
  return (
    <Screen
      title="Your Sites"
      isBelowDashboard
      actions={
        <Link className="button button-primary" to={createSitePath}>
          List a site
        </Link>
      }
    >
      <AsyncContent data={sites} failure={LOAD_FAILURE}>
        {(page) => (
          <>
            {page.count === 0 && <NoSites path={sitesPath} />}
            {page.results.length > 0 && <SiteTable sites={page.results} onDelete={deleteSite} />}
            <SitesPager sites={page} hrefOf={(next) => withQuery(sitesPath, { page: next })} />
          </>
        )}
      </AsyncContent>
    </Screen>
  );
}

type TableProps = { sites: OwnerSiteSummary[]; onDelete: (site: OwnerSiteSummary) => Promise<void> };

function SiteTable({ sites, onDelete }: TableProps) {
  return (
    <Table label="Your Sites" columns={["Site Name", "Alternatives", "Status", "Actions"]}>
      {sites.map((site) => (
        <SiteRow key={site.id} site={site} onDelete={() => onDelete(site)} />
      ))}
    </Table>
  );
}
