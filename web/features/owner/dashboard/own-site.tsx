import { useState } from "react";
import { Link } from "react-router";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { editSitePath, figuresPath, ownershipPath, payPath, withQuery } from "#schema/pages/paths.ts";
import { MONTH_DAYS, type MonthFigures } from "#schema/sites/figures.ts";
import { MAX_ALTERNATIVES, type OwnerSiteSummary } from "#schema/sites/sites.ts";
import { DateText } from "../../../ui/date.tsx";
import { SubscriptionActions } from "../../payments/subscription-actions.tsx";
import { needsOwner, paidUntil, SubscriptionFacts } from "../../payments/subscription-facts.tsx";
import { formatCount } from "../../../ui/counts.ts";
import { Logo } from "../../sites/logo/logo.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { Status } from "./status.tsx";
import { pathForOwner } from "../../sites/site/path-for-owner.ts";

type Props = {
  site: OwnerSiteSummary;
  subscription: SiteSubscription | undefined;
  onDelete: () => Promise<void>;
};

export function OwnSite({ site, subscription, onDelete }: Props) {
  const [isDeleting, setDeleting] = useState(false);
  const named = <span className="visually-hidden">{` ${site.name}`}</span>;
  return (
    <article className="own-site">
      <Logo name={site.name} link={site.review === "active" ? site.link : undefined} logo={site.logo} size={40} />
      <div className="own-site-name">
        <h3>
          <Link to={pathForOwner(site)}>
            <bdi>{site.name}</bdi>
          </Link>
        </h3>
        {site.alternatives.length > 0 && <p>instead of {replacedText(site.alternatives)}</p>}
      </div>
      <p className="own-site-status">
        <Status site={site} />
        {site.featured_until && !subscription && (
          <span>
            Featured until <DateText iso={site.featured_until} />
          </span>
        )}
      </p>
      {site.review === "active" && site.month && <MonthLine site={site} month={site.month} />}
      {/* Facts that need their owner are above the list. */}
      {subscription && !needsOwner(subscription) && <SubscriptionFacts subscription={subscription} />}
      <p className="own-site-actions">
        <Link className="button" to={editSitePath(site.id)}>
          Edit{named}
        </Link>
        <Link className="button" to={ownershipPath(site.id)}>
          {site.verified ? "Verified" : "Verify"}
          {named}
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
        <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
          Delete{named}
        </button>
      </p>
      {isDeleting && (
        <DeleteDialog
          site={site}
          until={subscription ? paidUntil(subscription) : site.featured_until}
          onDelete={onDelete}
          onClose={() => setDeleting(false)}
        />
      )}
    </article>
  );
}

/** Of whole days. The screen has the numbers of today. */
const MonthLine = ({ site: { id, name }, month }: { site: OwnerSiteSummary; month: MonthFigures }) => (
  <p className="own-site-month">
    <Link to={figuresPath(id)}>
      <span className="visually-hidden">{name}: </span>
      {month.shown + month.opened > 0
        ? `Shown ${formatCount(month.shown)} · opened ${formatCount(month.opened)} · visited ${formatCount(month.visited)} in ${MONTH_DAYS} days`
        : "No figures until yesterday"}
    </Link>
  </p>
);

function replacedText(alternatives: OwnerSiteSummary["alternatives"]): string {
  const names = alternatives.slice(0, MAX_ALTERNATIVES).map(({ name }) => name);
  const rest = alternatives.length - names.length;
  return names.join(", ") + (rest > 0 ? ` +${rest}` : "");
}
