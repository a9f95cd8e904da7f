import { Link } from "react-router";
import { sitePath } from "#schema/paths.ts";
import type { SiteSummary } from "#schema/sites.ts";
import { Favicon } from "./favicon.tsx";

/** Featured sites take turns in an article's places. */
const sponsorAt = (sponsors: SiteSummary[], slot: number): SiteSummary | undefined => sponsors[slot % sponsors.length];

export function sponsorIn(sponsors: SiteSummary[], slot: number) {
  const site = sponsorAt(sponsors, slot);
  return site && <SponsorCard site={site} />;
}

function SponsorCard({ site }: { site: SiteSummary }) {
  return (
    <aside className="card sponsor-card" aria-label={`Sponsored: ${site.name}`}>
      <Favicon link={site.link} />
      <p>
        <Link className="card-link" to={sitePath(site.slug)}>
          {site.name}
        </Link>
        <span>{site.description}</span>
      </p>
      <span className="badge">Sponsored</span>
    </aside>
  );
}
