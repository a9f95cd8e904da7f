import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach } from "vitest";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Browser } from "./browser.ts";
import { insertSite } from "./factories.ts";
import { insertUser, logIn } from "./people.ts";
import { payCall, useStripe } from "./stripe.ts";

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
