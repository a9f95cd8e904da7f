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

// Visitors, nearly all, never load it.
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
        description={`Listing a site on ${name} is free. A featured place costs ${LISTING_PRICE_TEXT} for ${LISTING_PERIOD_DAYS} days and is always labelled.`}
        path={pricePath}
      />
      <Breadcrumbs parents={[]} current={{ name: "Pricing", path: pricePath }} />
      <header className="page-header">
        <h1>Pricing</h1>
        <p className="lead">
          A listing is free for as long as you like. If you want more people to see it, you can pay for places that show
          it; they are labelled as paid.
        </p>
      </header>
      <div className="plans">
        <section className="card plan" aria-labelledby="standard-title">
          <h2 id="standard-title">Standard Listing</h2>
          <p className="plan-price">Free</p>
          <ul>
            <li>A page of its own with your article, pictures and links</li>
            <li>
              Up to {MAX_ALTERNATIVES} products that your site replaces, each with a list in which your site stands
            </li>
            <li>Found by the search, the categories, the feed and search engines</li>
            <li>Changed or deleted by you at any time</li>
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
        Everything in detail stands in the terms.
        <Link className="button" to={`${aboutPath}?tab=terms`}>
          Terms &amp; Conditions
        </Link>
      </p>
    </div>
  );
}
