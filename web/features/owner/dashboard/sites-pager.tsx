import { Navigate } from "react-router";
import type { OwnerSiteSummary, Page } from "#schema/sites/sites.ts";
import { Pager } from "../../../ui/pager.tsx";

type Props = { sites: Page<OwnerSiteSummary>; hrefOf: (page: number) => string };

/** Redirects to the last page if the page does not exist any more. */
export function SitesPager({ sites: { page, pages }, hrefOf }: Props) {
  if (pages > 0 && page > pages) return <Navigate to={hrefOf(pages)} replace />;
  return <Pager label="Pages of your sites" page={page} pages={pages} hrefOf={hrefOf} />;
}
