import { useState } from "react";
import { Link } from "react-router";
import type { SiteSubscription } from "#schema/payments.ts";
import { editSitePath, payPath, withQuery } from "#schema/paths.ts";
import type { OwnerSiteSummary } from "#schema/sites.ts";
import { DateText } from "../../../ui/date.tsx";
import { SubscriptionActions } from "../../payments/subscription-actions.tsx";
import { SubscriptionFacts } from "../../payments/subscription-facts.tsx";
import { countText } from "../../sites/browse/counts.ts";
import { Logo } from "../../sites/card/logo.tsx";
import { ReplacedChips } from "../../sites/card/replaced-chips.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { Status } from "./status.tsx";
import { pathForOwner } from "./path-for-owner.ts";
import { ReviewNote } from "./review-note.tsx";

type Props = {
  site: OwnerSiteSummary;
  subscription: SiteSubscription | undefined;
  onDelete: () => Promise<void>;
};

export function DashboardSiteCard({ site, subscription, onDelete }: Props) {
  const [isDeleting, setDeleting] = useState(false);
  const isFeatured = site.status === "featured";
  const named = <span className="visually-hidden"> {site.name}</span>;
  return (
    <article className={isFeatured ? "card site-card site-card-featured" : "card site-card"}>
      <header>
        <Logo name={site.name} link={site.review === "active" ? site.link : undefined} />
        <h3>
          <Link className="touch-link" to={pathForOwner(site)}>
            {site.name}
          </Link>
        </h3>
        <Status site={site} />
      </header>
      <ReviewNote site={site} />
      {site.description && <p className="site-card-description">{site.description}</p>}
      {site.alternatives.length > 0 && <ReplacedChips alternatives={site.alternatives} />}
      <p className="own-site-facts">
        <span>{countText(site.like_count, ["like", "likes"])}</span>
        {site.featured_until && !subscription && (
          <span>
            Featured until <DateText iso={site.featured_until} />
          </span>
        )}
      </p>
      {subscription && <SubscriptionFacts subscription={subscription} />}
      <p className="own-site-actions">
        <Link className="button" to={editSitePath(site.id)}>
          Edit{named}
        </Link>
        {subscription ? (
          <SubscriptionActions subscription={subscription} />
        ) : (
          !site.featured_until &&
          site.review === "active" && (
            <Link className="button" to={withQuery(payPath, { siteId: site.id })}>
              Upgrade{named}
            </Link>
          )
        )}
        <button type="button" className="button button-danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
          Delete{named}
        </button>
      </p>
      {isDeleting && <DeleteDialog site={site} onDelete={onDelete} onClose={() => setDeleting(false)} />}
    </article>
  );
}
