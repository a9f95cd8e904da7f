import { lazy, Suspense } from "react";
import { Link, useLoaderData } from "react-router";
import { aboutPath, createSitePath, pricePath } from "#schema/paths.ts";
import { LISTING_PERIOD_DAYS, LISTING_PRICE_TEXT } from "#schema/pricing.ts";
import { MAX_ALTERNATIVES } from "#schema/sites.ts";
import { useConfig } from "../../config.tsx";
import { Breadcrumbs } from "../../layout/breadcrumbs.tsx";
import { PageHead } from "../../layout/page-head.tsx";
import { useSession } from "../../session.tsx";
import type { loader } from "../payments/subscriptions-data.ts";
import { FeaturedPlan } from "./featured-plan.tsx";
import { Questions } from "./questions.tsx";

// Lazy, because only users with a subscription see it.
const SubscriptionOverview = lazy(async () => ({
  default: (await import("../payments/subscription-overview.tsx")).SubscriptionOverview,
}));

export function Component() {
  const { name } = useConfig();
  const user = useSession();
  const subscriptions = useLoaderData<typeof loader | (() => null)>();
  return (
    <div className="wrap">
      <PageHead
        title="Pricing"
        description={`Listing a site on ${name} is free. A featured listing costs ${LISTING_PRICE_TEXT} for ${LISTING_PERIOD_DAYS} days and is always labelled.`}
        path={pricePath}
      />
      <Breadcrumbs parents={[]} current={{ name: "Pricing", path: pricePath }} />
      <header className="page-header">
        <h1>Pricing</h1>
        <p className="lead">
          Listing a site is free for as long as you like. To reach more people, you can pay for featured places, which
          are always labelled as paid.
        </p>
      </header>
      <div className="plans">
        <section className="card plan" aria-labelledby="standard-title">
          <h2 id="standard-title">Standard Listing</h2>
          <p className="plan-price">Free</p>
          <ul>
            <li>A page with your article, images and links</li>
            <li>
              Up to {MAX_ALTERNATIVES} products that your site is an alternative to. Each product page lists your site
            </li>
            <li>Found in our search, in its category, in the feed and by search engines</li>
            <li>You can change or delete it at any time</li>
          </ul>
          <Link className="button button-primary" to={createSitePath}>
            List a site
          </Link>
        </section>
        <FeaturedPlan />
      </div>
      <Questions />
      {user && subscriptions && (
        <Suspense>
          <SubscriptionOverview subscriptions={subscriptions} />
        </Suspense>
      )}
      <p className="callout">
        Our terms have all the details.
        <Link className="button" to={`${aboutPath}?tab=terms`}>
          Terms &amp; Conditions
        </Link>
      </p>
    </div>
  );
}
