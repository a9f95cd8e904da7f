import type { SiteSummary } from "#schema/sites.ts";
import { SiteCard } from "./site-card.tsx";

/** Cards, rows of a table, or large cards, as the visitor chose (`view-choice.tsx`). */
export function SiteGrid({ sites }: { sites: SiteSummary[] }) {
  return (
    <ul className="grid site-grid">
      {sites.map((site) => (
        <li key={site.id}>
          <SiteCard site={site} />
        </li>
      ))}
    </ul>
  );
}
