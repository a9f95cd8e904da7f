import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { fakes, NOW } from "./app.ts";
import type { Browser } from "./browser.ts";
import { insertSite } from "./factories.ts";
import { insertUser, logIn, PASSWORD } from "./people.ts";
import { payCall, useStripe } from "./stripe.ts";

/** The answer to a payment that succeeds. */
export const ACTIVE = { status: 200, body: { status: "active" } };
/** Days are counted from the first payment. */
export const day = (count: number) => NOW + count * DAY_MS;

/** Creates Anna, her site and a new Stripe stand-in before each test of the file. */
export function usePayer() {
  const stripe = useStripe();
  const payer = {
    stripe,
    anna: undefined as unknown as Browser,
    siteId: 0,
    get bank() {
      return stripe.standIn.bank;
    },
    call: (name: string, body: object = {}) => payCall(payer.anna, stripe, name, { site_id: payer.siteId, ...body }),
    deleteSite: () => payer.anna.delete(`/api/sites/${payer.siteId}/`, undefined, stripe.overrides()),
    deleteAccount: (overrides = stripe.overrides()) =>
      payer.anna.delete("/api/user/", { password: PASSWORD }, overrides),
    statuses: () => stripe.subscriptions.map(({ status }) => status),
    invoices: () => stripe.invoices.map(({ status }) => status),
    refunded: () => stripe.charges.map(({ amount_refunded: amount }) => amount),
    /** Without the names of listings. */
    subjects: () => fakes.mails.map(({ subject }) => subject.replace(/:.*/, "")),
    /** What the mails to the operator say. */
    alerts: () =>
      fakes.mails.flatMap(({ subject }) =>
        subject.startsWith(`${env.SITE_NAME}: `) ? [subject.slice(env.SITE_NAME.length + 2)] : [],
      ),
    pay: (card = "pm_card_visa") => payer.call("subscribe", { payment_method_id: card }),
    async overview() {
      const { results } = await (await payer.anna.get("/api/payments/")).json<{ results: SiteSubscription[] }>();
      return results[0];
    },
    async featuredUntil() {
      const own = eq(sites.id, payer.siteId);
      return (await drizzle(env.DB).select({ until: sites.featuredUntil }).from(sites).where(own))[0]!.until;
    },
  };
  beforeEach(async () => {
    const { id: ownerId } = await insertUser();
    payer.anna = await logIn();
    payer.siteId = (await insertSite({ ownerId })).id;
  });
  return payer;
}
