import type { SiteSummary } from "#schema/sites.ts";
import { SiteCard } from "./site-card.tsx";

/** Cards, or rows of a table if the visitor chose so (`view-choice.tsx`). */
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
