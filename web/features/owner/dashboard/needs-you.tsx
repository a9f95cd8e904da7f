import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { dashboardPath, editSitePath, payPath, withQuery } from "#schema/pages/paths.ts";
import { isGone } from "#schema/sites/life.ts";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { needsOwner, SubscriptionFacts } from "../../payments/subscription-facts.tsx";
import { Logo } from "../../sites/logo/logo.tsx";
import { FactsMeter } from "../site-facts/facts-meter.tsx";
import { COMPLETE, listingGaps } from "../site-facts/listing-gaps.ts";
import { LifeNote } from "./life-note.tsx";
import { ReviewNote } from "./review-note.tsx";

/** The other incomplete sites follow when these are complete. */
const MAX_INCOMPLETE = 3;

type Props = { sites: OwnerSiteSummary[]; subscriptions: SiteSubscription[] };

/** Payments that fail or end, listings that are not public yet, and incomplete ones. */
export function NeedsYou({ sites, subscriptions }: Props) {
  const unsettled = subscriptions.filter(needsOwner);
  const unreviewed = sites.filter(({ review }) => review !== "active");
  const incomplete = sites.filter((site) => site.review === "active" && hasGaps(site)).slice(0, MAX_INCOMPLETE);
  const doubtful = sites.filter((site) => site.review === "active" && !incomplete.includes(site) && isDoubtful(site));
  const count = unsettled.length + unreviewed.length + doubtful.length + incomplete.length;
  if (count === 0) return null;
  return (
    <section className="needs-you" aria-labelledby="needs-you">
      <header className="list-head">
        <h2 id="needs-you">Needs you</h2>
        <span className="count">{count}</span>
      </header>
      <ul className="turn rows">
        {unsettled.map((subscription) => (
          <Row
            key={`subscription ${subscription.site_id}`}
            name={subscription.site_name}
            site={sites.find(({ id }) => id === subscription.site_id)}
            action={<SubscriptionLink {...subscription} />}
          >
            <SubscriptionFacts subscription={subscription} />
          </Row>
        ))}
        {[...unreviewed, ...doubtful, ...incomplete].map((site) => (
          <Row key={site.id} name={site.name} site={site} action={<SiteLinks site={site} />}>
            <ReviewNote site={site} />
            <LifeNote site={site} />
            {hasGaps(site) && (
              <>
                <p>{COMPLETE}</p>
                {listingGaps(site).some(({ tab }) => tab === "facts") && <FactsMeter facts={site.facts} />}
              </>
            )}
          </Row>
        ))}
      </ul>
    </section>
  );
}

const isDoubtful = ({ alive, standing, moved_to: movedTo, claimed_until: claimedUntil }: OwnerSiteSummary) =>
  isGone(alive.state) || standing !== "open" || movedTo !== null || claimedUntil !== null;

const hasGaps = (site: OwnerSiteSummary) => !site.refusal && listingGaps(site).length > 0;

const SiteLinks = ({ site }: { site: OwnerSiteSummary }) =>
  (hasGaps(site) ? listingGaps(site) : [{ tab: "details", text: "Edit" }]).map(({ tab, text }) => (
    <Link key={tab} className="button" to={withQuery(editSitePath(site.id), { tab })}>
      {text}
      <span className="visually-hidden">{` (${site.name})`}</span>
    </Link>
  ));

/** The buttons that change a subscription are in the list and below Payments. */
function SubscriptionLink({ site_id: siteId, site_name: name, state, trouble }: SiteSubscription) {
  const [text, to] =
    state === "ends"
      ? ["Manage subscription", `${dashboardPath}?tab=payments`]
      : state === "failing"
        ? [trouble === "confirm" ? "Confirm payment" : "Update card", withQuery(payPath, { siteId, change: "card" })]
        : ["Pay again", withQuery(payPath, { siteId })];
  return (
    <Link className="button" to={to}>
      {text}
      <span className="visually-hidden">{` of ${name}`}</span>
    </Link>
  );
}

type RowProps = { name: string; site: OwnerSiteSummary | undefined; action: ReactNode; children: ReactNode };

const Row = ({ name, site, action, children }: RowProps) => (
  <li>
    <Logo name={name} link={site?.review === "active" ? site.link : undefined} logo={site?.logo ?? null} size={40} />
    <div>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      {children}
    </div>
    {action && <p className="row-actions">{action}</p>}
  </li>
);
