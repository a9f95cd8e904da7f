import { Elements } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { useCallback, useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { PAYMENT_MESSAGES, type PaymentIntent, type SiteSubscription } from "#schema/payments.ts";
import { LISTING_PRICE } from "#schema/pricing.ts";
import { dashboardPath } from "#schema/paths.ts";
import type { OwnSite, Page } from "#schema/sites.ts";
import { ApiError, get, send } from "../../api.ts";
import { useAnswer } from "../../use-answer.ts";
import { useConfig } from "../../config.tsx";
import { Leaving } from "../../forms/leaving.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Screen } from "../../layout/screen.tsx";
import { CardForm } from "./card-form.tsx";
import { ListedFree } from "./listed-free.tsx";
import { openStripe } from "./load-stripe.ts";
import { PaySummary } from "./pay-summary.tsx";
import "./pay-page.css";

const LEAVE_MS = 3000;
const NO_SITE = "No site selected for upgrade.";

/** Pays for a featured listing by card, or with `?change=card` changes the card that pays. */
export function Component() {
  const { stripePublishableKey } = useConfig();
  const siteId = useSiteId();
  const [search] = useSearchParams();
  const isChange = search.get("change") === "card";
  return (
    <Screen title={isChange ? "Change card" : "Featured listing"}>
      {!stripePublishableKey && <NotOpen siteId={siteId} />}
      {stripePublishableKey && !siteId && <Nothing text={NO_SITE} />}
      {stripePublishableKey && siteId && (
        <Payment publishableKey={stripePublishableKey} siteId={siteId} isChange={isChange} />
      )}
    </Screen>
  );
}

/** From the screen before, or from the address, which survives that this screen is a document of its own. */
function useSiteId(): number | undefined {
  const { state } = useLocation() as { state: { siteId?: number } | null };
  const [search] = useSearchParams();
  const id = String(state?.siteId ?? search.get("siteId") ?? "");
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

function NotOpen({ siteId }: { siteId: number | undefined }) {
  return (
    <div className="pay-steps">
      {siteId && <Listing siteId={siteId} />}
      <Nothing text={PAYMENT_MESSAGES.notOpen} />
    </div>
  );
}

function Listing({ siteId }: { siteId: number }) {
  const { answer, error } = useAnswer<OwnSite>(`sites/${siteId}/`);
  return error ? null : <ListedFree site={answer} />;
}

function Nothing({ text }: { text: string }) {
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

type Props = { publishableKey: string; siteId: number; isChange: boolean };

function Payment({ publishableKey, siteId, isChange }: Props) {
  const { parts, problem, retry } = usePaymentParts(publishableKey, siteId);
  const { answer: site, error } = useAnswer<OwnSite>(`sites/${siteId}/`);
  const [isDone, setDone] = useState(false);
  // Gone, or somebody else's: there is nothing to pay for.
  if (error?.status === 404) return <Nothing text={NO_SITE} />;
  if (parts && parts.hasSubscription !== isChange) {
    return <Nothing text={isChange ? PAYMENT_MESSAGES.noSubscription : PAYMENT_MESSAGES.alreadyFeatured} />;
  }
  return (
    <div className="pay-steps">
      {!isChange && !isDone && !error && <ListedFree site={site} />}
      <div className="pay">
        <PaySummary site={site} isChange={isChange} />
        <div className="card form">
          {problem && <LoadFailure text={problem} onRetry={retry} />}
          {!parts && !problem && <output>Loading payment form…</output>}
          {parts && !isDone && (
            <Elements stripe={parts.stripe}>
              <CardForm
                siteId={siteId}
                call={isChange ? "card" : "subscribe"}
                intent={parts.intent}
                action={isChange ? "Use this card" : `Subscribe for ${LISTING_PRICE}`}
                onDone={() => setDone(true)}
              />
            </Elements>
          )}
          {isDone && (
            <Leaving to={dashboardPath} afterMs={LEAVE_MS} linkText="Go to the dashboard">
              {isChange ? `${PAYMENT_MESSAGES.cardChanged} Redirecting...` : "Subscription successful! Redirecting..."}
            </Leaving>
          )}
        </div>
      </div>
    </div>
  );
}

type Parts = { stripe: Stripe; intent: PaymentIntent; hasSubscription: boolean };

type Loading = { parts?: Parts; problem?: string };

/** All that the form needs, asked for at once. */
function usePaymentParts(publishableKey: string, siteId: number) {
  const { stripeScript } = useConfig();
  const [{ parts, problem }, setLoading] = useState<Loading>({});
  const load = useCallback(
    () =>
      loadParts(openStripe(publishableKey, stripeScript), siteId).then(
        (loaded): Loading => ({ parts: loaded }),
        (error: unknown): Loading => ({
          problem: error instanceof ApiError ? error.message : "Failed to load payment system.",
        }),
      ),
    [publishableKey, siteId, stripeScript],
  );
  useEffect(() => {
    let isLeft = false;
    void load().then((loading) => isLeft || setLoading(loading));
    return () => {
      isLeft = true;
    };
  }, [load]);
  const retry = () => {
    setLoading({});
    void load().then(setLoading);
  };
  return { parts, problem, retry };
}

async function loadParts(opening: Promise<Stripe>, siteId: number): Promise<Parts> {
  const [stripe, intent, running] = await Promise.all([
    opening,
    send<PaymentIntent>("POST", "payments/intent/", {
      body: { site_id: siteId },
      otherwise: PAYMENT_MESSAGES.setupFailed,
    }),
    get<Page<SiteSubscription>>("payments/"),
  ]);
  const hasSubscription = running.results.some(({ site_id, state }) => site_id === siteId && state !== "unconfirmed");
  return { stripe, intent, hasSubscription };
}
