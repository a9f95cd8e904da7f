import type { PlaceSite } from "#schema/sites/sites.ts";
import { PaidPlace } from "./paid-place.tsx";

/** Renders the sponsor for a place in an article, counted from 0, if there is one. */
export function sponsorIn(sponsors: PlaceSite[], place: number) {
  const site = sponsors[place];
  return (
    site && (
      <aside className="card paid-place" data-card={site.id} aria-label={`Sponsored: ${site.name}`}>
        <PaidPlace site={site} label="Sponsored" />
      </aside>
    )
  );
}
