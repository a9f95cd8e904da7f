import { Link, useLoaderData } from "react-router";
import type { PricePage } from "#schema/pages/pages.ts";
import { aboutPath, pricePath } from "#schema/pages/paths.ts";
import { LISTING_PERIOD_DAYS, LISTING_PRICE_TEXT } from "#schema/payments/pricing.ts";
import { useConfig } from "../../data/config.tsx";
import { Breadcrumbs } from "../../layout/breadcrumbs.tsx";
import { PageHead } from "../../layout/page-head.tsx";
import { Brought } from "./brought.tsx";
import { Comparison } from "./comparison.tsx";
import { Plans } from "./plans.tsx";
import { Questions } from "./questions.tsx";

export function Component() {
  const { name } = useConfig();
  const { brought } = useLoaderData<PricePage>();
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
      <Plans />
      <Brought brought={brought} />
      <Comparison />
      <Questions />
      <p className="callout">
        Our terms have all the details.
        <Link className="button" to={`${aboutPath}?tab=terms`}>
          Terms &amp; Conditions
        </Link>
      </p>
    </div>
  );
}
