import { env } from "cloudflare:workers";
import { beforeEach, expect } from "vitest";
import type { Charge, Invoice, PaymentMethod, Subscription } from "#worker/dev/stripe/objects.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import type { Ports } from "#worker/ports.ts";
import { DAY_MS, fakePorts, NOW, ORIGIN, fakes, type Overrides, request } from "./app.ts";
import type { Browser } from "./browser.ts";
import { readResponse } from "./people.ts";

/** What the SDK meets on its way to Stripe; tests put failures here. */
type Intercept = (input: Request, pass: () => Promise<Response>) => Promise<Response>;

/** Stripe as each test finds it: the real SDK on the stand-in. Time passes for both when `pass` says so. */
export class StripeWorld {
  standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN });
  intercept: Intercept = (_, pass) => pass();
  /** Each call that reached Stripe. */
  calls: string[] = [];

  /** `way` where a call shall meet another one than the rest of the test. */
  ports(way: Intercept = (asked, pass) => this.intercept(asked, pass)): Partial<Ports> {
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const asked = new Request(input, init);
      this.calls.push(`${asked.method} ${new URL(asked.url).pathname}`);
      return way(asked, () => this.standIn.fetch(asked));
    };
    return { payments: this.standIn.payments({ fetch: fetch as typeof globalThis.fetch }) };
  }

  overrides = (): Overrides => ({ ports: this.ports() });

  /** Hands events to the webhook; each must be answered by 200. */
  async deliverEvents(events?: Request[]): Promise<void> {
    for (const event of events ?? (await this.standIn.takeEvents())) {
      const response = await this.sendWebhook(event);
      expect(response.status, await response.clone().text()).toBe(200);
    }
  }

  sendWebhook = (event: Request, overrides = this.overrides()) =>
    event
      .clone()
      .text()
      .then((body) => request("/api/stripe/webhook/", { method: "POST", headers: event.headers, body }, overrides));

  /** Days pass at Stripe and here. Its events wait. */
  advanceDays(days: number): void {
    this.standIn.bank.advance(days);
    fakes.now += days * DAY_MS;
  }

  runCron = () => runSchedule(env, { ...fakePorts, ...this.ports() });

  get subscriptions(): Subscription[] {
    return this.standIn.bank.list<Subscription>("subscription");
  }

  get charges(): Charge[] {
    return this.standIn.bank.list<Charge>("charge");
  }

  get invoices(): Invoice[] {
    return this.standIn.bank.list<Invoice>("invoice");
  }
}

/** A new Stripe for each test of a file. */
export function useStripe(): StripeWorld {
  const world = new StripeWorld();
  beforeEach(() => {
    Object.assign(world, { standIn: new StripeStandIn({ now: () => NOW, origin: ORIGIN }), calls: [] });
    world.intercept = (_, pass) => pass();
  });
  return world;
}

/** POST to a call of payments with Stripe there, as status and body. */
export const payCall = async (browser: Browser, stripe: StripeWorld, call: string, body: unknown = {}) =>
  readResponse(await browser.post(`/api/payments/${call}/`, body, stripe.overrides()));

const DECLINED = { code: "card_declined", decline_code: "generic_decline", message: "Your card was declined." };

/** Saves a card that every later charge is declined for. */
export const saveBadCard = ({ standIn: { bank } }: StripeWorld) =>
  bank.saveCard({ number: "4000000000000341", brand: "visa", setup: "ok", charge: DECLINED });

export const saveGoodCard = ({ standIn: { bank } }: StripeWorld) =>
  bank.saveCard({ number: "4242424242424242", brand: "visa", setup: "ok", charge: "ok" });

/** The card that has paid until now is declined from now on. */
export function declineCurrentCard({ standIn: { bank }, subscriptions: [newest] }: StripeWorld): void {
  bank.find<PaymentMethod>("payment_method", newest!.default_payment_method).behaviour.charge = DECLINED;
}

/** Somebody opens the invoice's page at Stripe and pays it there with a card of theirs. */
export function payOnInvoicePage(world: StripeWorld, invoice: Invoice): void {
  const { bank } = world.standIn;
  bank.pay(invoice, { cardId: bank.attach(saveGoodCard(world), invoice.customer).id });
}

/** Pays with it from now on. */
export const switchToBadCard = (browser: Browser, stripe: StripeWorld, siteId: number) =>
  payCall(browser, stripe, "card", { payment_method_id: saveBadCard(stripe).id, site_id: siteId });

/** Stripe does not answer at all. */
export const noResponse: Intercept = () => Promise.reject(new TypeError("network"));
/** Stripe does it, and the answer is lost. */
export const responseLost: Intercept = async (_, pass) => {
  await pass();
  throw new TypeError("network");
};
export const serverError: Intercept = async () =>
  Response.json({ error: { type: "api_error", message: "Sorry" } }, { status: 500 });

/** Stripe answers a refund as it does while the account's balance is too low. */
export function refuseRefunds(world: StripeWorld): void {
  world.intercept = async (asked, pass) =>
    asked.method === "POST" && asked.url.endsWith("/refunds")
      ? Response.json(
          { error: { type: "invalid_request_error", code: "balance_insufficient", message: "No money." } },
          { status: 400 },
        )
      : pass();
}
