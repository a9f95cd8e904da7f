import type { SiteSummary } from "#schema/sites.ts";
import { SiteCard } from "./site-card.tsx";

export function SiteGrid({ sites }: { sites: SiteSummary[] }) {
  return (
    <ul className="grid">
      {sites.map((site) => (
        <li key={site.id}>
          <SiteCard site={site} />
        </li>
      ))}
    </ul>
  );
}
