import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { hasWebsite, isGone } from "#schema/sites/life.ts";
import { PROOF_NAMES } from "#schema/sites/proof.ts";
import { DateText } from "../../../ui/date.tsx";
import { OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { Logo } from "../logo/logo.tsx";
import { LikeButton } from "../card/like-button.tsx";
import { CompareChoice } from "../card/compare-choice.tsx";
import { LifeLine } from "./life-line.tsx";

export function SiteHeader({ site }: Pick<SiteDetailPage, "site">) {
  // The preview of a new site has no slug.
  const listedLink = site.slug && site.link;
  const isFeatured = site.status === "featured";
  return (
    <header className="page-header mast">
      <Logo name={site.name} link={listedLink} logo={site.logo} size={72} />
      <div>
        <h1>{site.title}</h1>
        {site.description && <p className="lead">{site.description}</p>}
        <LifeLine site={site} />
        {site.verified && (
          <p className="fact-note">
            Owner verified by {PROOF_NAMES[site.verified.method]} since <DateText iso={site.verified.since} />
          </p>
        )}
        {isFeatured && (
          <p className="disclosure">
            <span className="badge">FEATURED</span> The owner pays to feature this site.
          </p>
        )}
      </div>
      <div className="site-actions">
        {hasWebsite(site) && (
          <OutboundLink
            className={isGone(site.alive.state) ? "button" : "button button-primary"}
            link={site.link}
            campaign="listing"
            isFeatured={isFeatured}
            visits={site.id}
          >
            <Logo name={site.name} link={listedLink} logo={site.logo} size={16} />
            <span>Visit {site.name}</span>
            <OutIcon />
          </OutboundLink>
        )}
        <LikeButton site={site} />
        <CompareChoice site={site} />
      </div>
    </header>
  );
}
