import { Link, useLoaderData, useSearchParams } from "react-router";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { dashboardPath } from "#schema/pages/paths.ts";
import { useConfig } from "../../../data/config.tsx";
import { Screen } from "../../../layout/screen.tsx";
import { ChangePart } from "./change-part.tsx";
import { FreeListingNote } from "./free-listing-note.tsx";
import type { loader } from "./pay-data.ts";
import { isCardChange, payTitle } from "./pay-mode.ts";
import { SubscribePart } from "./subscribe-part.tsx";
import "./pay-page.css";

/** Pays for a featured listing, or changes what pays for it. */
export function Component() {
  const [search] = useSearchParams();
  return (
    <Screen title={payTitle(search)}>
      <Content isChange={isCardChange(search)} />
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
  const subscription = running.value?.results.find(({ site_id }) => site_id === siteId);
  const isPaid = subscription !== undefined && subscription.state !== "unconfirmed";
  if (isPaid && !isChange) return <PayNotice text={PAYMENT_MESSAGES.alreadyFeatured} />;
  // Without the subscription, nobody can say what the card pays.
  if (isChange && running.error) return <PayNotice text={running.error.message} />;
  if (running.value && !isPaid && isChange) return <PayNotice text={PAYMENT_MESSAGES.noSubscription} />;
  // The Worker refuses payments for a listing that visitors cannot see.
  if (!isChange && site && site.review !== "active") return <FreeListingNote site={site} />;
  const Part = isChange ? ChangePart : SubscribePart;
  return <Part siteId={siteId} site={site} subscription={subscription} form={form} />;
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
