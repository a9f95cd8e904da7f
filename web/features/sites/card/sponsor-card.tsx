import type { SiteSummary } from "#schema/sites.ts";
import { PaidPlace } from "./paid-place.tsx";

/** What stands in a place of an article, counted from 0: one site a place, and nothing once all have had theirs. */
export function sponsorIn(sponsors: SiteSummary[], place: number) {
  const site = sponsors[place];
  return (
    site && (
      <aside className="card paid-place" aria-label={`Sponsored: ${site.name}`}>
        <PaidPlace site={site} label="Sponsored" />
      </aside>
    )
  );
}
