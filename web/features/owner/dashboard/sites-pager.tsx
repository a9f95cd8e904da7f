import { Navigate } from "react-router";
import type { OwnerSiteSummary, Page } from "#schema/sites.ts";
import { Pager } from "../../../ui/pager.tsx";

type Props = { sites: Page<OwnerSiteSummary>; hrefOf: (page: number) => string };

/** Leads through an owner's sites, and to the last page from one that is gone, as after its last site was deleted. */
export function SitesPager({ sites: { page, pages }, hrefOf }: Props) {
  if (pages > 0 && page > pages) return <Navigate to={hrefOf(pages)} replace />;
  return <Pager label="Pages of your sites" page={page} pages={pages} hrefOf={hrefOf} />;
}
