import type { Stripe } from "@stripe/stripe-js";
import type { LoaderFunctionArgs } from "react-router";
import { PAYMENT_MESSAGES, type PaymentIntent, type SiteSubscription } from "#schema/payments/payments.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { ApiError, send } from "../../../data/api.ts";
import { routerConfigContext } from "../../../data/config.tsx";
import { deferIfSlow, fetchResult, type LoaderData, toResult, whenQueryChanges } from "../../../data/screen-data.ts";
import { openStripe } from "./load-stripe.ts";

/** Loads the site and the user's subscriptions. The forms may follow later, because Stripe.js loads slowly. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const siteId = siteIdOf(url);
  if (!siteId) return null;
  const { stripePublishableKey, stripeScript } = context.get(routerConfigContext);
  const site = fetchResult("sites/:id/", { params: { id: siteId }, signal: request.signal });
  if (!stripePublishableKey) return { siteId, site: await site };
  const running = fetchResult("payments/", { signal: request.signal });
  const opening = openStripe(stripePublishableKey, stripeScript).catch(() => {
    throw new ApiError(0, "Failed to load payment system.");
  });
  const form = await deferIfSlow(
    toResult(async (): Promise<PayForm> => {
      const [stripe, intent] = await Promise.all([opening, askIntent(siteId)]);
      return { stripe, intent };
    }),
  );
  return { siteId, site: await site, running: await running, form };
}

export const shouldRevalidate = whenQueryChanges("siteId", "change");

/** Returns the site id from the navigation state, or from the URL, which also works after a full page load. */
function siteIdOf({ searchParams }: URL): number | undefined {
  const { usr } = (window.history.state ?? {}) as { usr?: { siteId?: number } | null };
  const id = String(usr?.siteId ?? searchParams.get("siteId") ?? "");
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

type PayForm = { stripe: Stripe; intent: PaymentIntent };

/** What both parts of the screen get. */
export type PartProps = {
  siteId: number;
  site: EditableSite | undefined;
  subscription: SiteSubscription | undefined;
  form: LoaderData<PayForm>;
};

/** @throws ApiError */
const askIntent = (siteId: number) =>
  send("POST", "payments/intent/", {
    body: { site_id: siteId },
    fallbackError: PAYMENT_MESSAGES.setupFailed,
  });
