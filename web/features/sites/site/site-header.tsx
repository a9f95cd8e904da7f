import type { SiteDetailPage } from "#schema/pages.ts";
import { sitePath } from "#schema/paths.ts";
import { useConfig } from "../../../config.tsx";
import { DateText } from "../../../ui/date.tsx";
import { OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { CategoryLink } from "../browse/category-link.tsx";
import { Logo } from "../card/logo.tsx";
import { LikeButton } from "../card/like-button.tsx";
import { ShareLinks } from "./share-links.tsx";

export function SiteHeader({ site }: Pick<SiteDetailPage, "site">) {
  const { origin } = useConfig();
  // The preview of a new site has no slug.
  const listedLink = site.slug && site.link;
  const isFeatured = site.status === "featured";
  const hasChanged = site.updated_at.slice(0, 10) !== site.created_at.slice(0, 10);
  return (
    <header className="page-header">
      <div className="page-title">
        <Logo name={site.name} link={listedLink} size={48} />
        <h1>{site.title}</h1>
      </div>
      {site.description && <p className="lead">{site.description}</p>}
      <p className="meta">
        <CategoryLink category={site.category} />
        <span>
          Listed <DateText iso={site.created_at} />
        </span>
        {hasChanged && (
          <span>
            Updated <DateText iso={site.updated_at} />
          </span>
        )}
      </p>
      {isFeatured && (
        <p className="disclosure">
          <span className="badge">FEATURED</span> The owner pays to feature this site.
        </p>
      )}
      <div className="site-actions">
        <OutboundLink className="button button-primary" link={site.link} campaign="listing" isFeatured={isFeatured}>
          <Logo name={site.name} link={listedLink} size={16} />
          Visit {site.name}
          <OutIcon />
        </OutboundLink>
        <LikeButton site={site} />
        <ShareLinks url={origin + sitePath(site.slug)} title={site.title} />
      </div>
    </header>
  );
}
