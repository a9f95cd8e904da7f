import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { Logo } from "../logo/logo.tsx";
import { LikeButton } from "../card/like-button.tsx";
import { CompareChoice } from "../card/compare-choice.tsx";

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
        {site.facts.archived && <p className="archived">Its source code is archived: no longer developed.</p>}
        {isFeatured && (
          <p className="disclosure">
            <span className="badge">FEATURED</span> The owner pays to feature this site.
          </p>
        )}
      </div>
      <div className="site-actions">
        <OutboundLink className="button button-primary" link={site.link} campaign="listing" isFeatured={isFeatured}>
          <Logo name={site.name} link={listedLink} logo={site.logo} size={16} />
          <span>Visit {site.name}</span>
          <OutIcon />
        </OutboundLink>
        <LikeButton site={site} />
        <CompareChoice site={site} />
      </div>
    </header>
  );
}
