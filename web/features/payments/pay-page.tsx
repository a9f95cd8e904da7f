import { Elements } from "@stripe/react-stripe-js";
import { useState } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router";
import { PAYMENT_MESSAGES, type SiteSubscription } from "#schema/payments.ts";
import { LISTING_PRICE_TEXT } from "#schema/pricing.ts";
import { dashboardPath } from "#schema/paths.ts";
import type { EditableSite } from "#schema/sites.ts";
import { useConfig } from "../../config.tsx";
import { RedirectNotice } from "../../forms/redirect-notice.tsx";
import { AsyncContent } from "../../layout/async-content.tsx";
import { Screen } from "../../layout/screen.tsx";
import type { LoaderData } from "../../screen-data.ts";
import { CardForm } from "./card-form.tsx";
import { FreeListingNote } from "./free-listing-note.tsx";
import type { loader, PayForm } from "./pay-data.ts";
import { PaySummary } from "./pay-summary.tsx";
import "./pay-page.css";

const LEAVE_MS = 3000;

/** Pays for a featured listing by card, or with `?change=card` changes the card that pays. */
export function Component() {
  const isChange = useSearchParams()[0].get("change") === "card";
  return (
    <Screen title={isChange ? "Change card" : "Featured listing"}>
      <Content isChange={isChange} />
    </Screen>
  );
}

function Content({ isChange }: { isChange: boolean }) {
  const { stripePublishableKey } = useConfig();
  const data = useLoaderData<typeof loader>();
  const site = data?.site.value;
  if (!stripePublishableKey) {
    return (
      <div className="pay-steps">
        {site && <FreeListingNote site={site} />}
        <PayNotice text={PAYMENT_MESSAGES.notOpen} />
      </div>
    );
  }
  // The URL names no site, or the site is deleted or belongs to another user.
  if (!data?.form || data.site.error?.status === 404) return <PayNotice text={PAYMENT_MESSAGES.noSite} />;
  const { siteId, running, form } = data;
  const isOfSite = ({ site_id, state }: SiteSubscription) => site_id === siteId && state !== "unconfirmed";
  if (running.value && running.value.results.some(isOfSite) !== isChange)
    return <PayNotice text={isChange ? PAYMENT_MESSAGES.noSubscription : PAYMENT_MESSAGES.alreadyFeatured} />;
  // The Worker refuses payments for a listing that visitors cannot see.
  if (!isChange && site && site.review !== "active") return <FreeListingNote site={site} />;
  return <Payment siteId={siteId} site={site} form={form} isChange={isChange} />;
}

function PayNotice({ text }: { text: string }) {
  return (
    <div className="card form">
      <p role="alert">{text}</p>
      <p>
        <Link className="button" to={dashboardPath}>
          Go to the dashboard
        </Link>
      </p>
    </div>
  );
}

type Props = { siteId: number; site: EditableSite | undefined; form: LoaderData<PayForm>; isChange: boolean };

function Payment({ siteId, site, form, isChange }: Props) {
  const [isDone, setDone] = useState(false);
  return (
    <div className="pay-steps">
      {!isChange && !isDone && site && <FreeListingNote site={site} />}
      <div className="pay">
        <PaySummary site={site} isChange={isChange} />
        <div className="card form">
          {isDone ? (
            <RedirectNotice to={dashboardPath} afterMs={LEAVE_MS} linkText="Go to the dashboard">
              {isChange ? `${PAYMENT_MESSAGES.cardChanged} Redirecting...` : "Subscription successful! Redirecting..."}
            </RedirectNotice>
          ) : (
            <AsyncContent data={form} loading="Loading payment form…" skeleton="form">
              {({ stripe, intent }) => (
                <Elements stripe={stripe}>
                  <CardForm
                    siteId={siteId}
                    call={isChange ? "card" : "subscribe"}
                    intent={intent}
                    action={isChange ? "Use this card" : `Subscribe for ${LISTING_PRICE_TEXT}`}
                    onDone={() => setDone(true)}
                  />
                </Elements>
              )}
            </AsyncContent>
          )}
        </div>
      </div>
    </div>
  );
}
