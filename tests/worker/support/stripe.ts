import { env } from "cloudflare:workers";
import { beforeEach, expect } from "vitest";
import { HOUR_MS } from "#schema/values/dates.ts";
import type { Decline } from "#worker/dev/stripe/cards.ts";
import type { Charge, EventType, Invoice, Subscription } from "#worker/dev/stripe/objects.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { connect } from "#worker/db/connection.ts";
import { readDirectoryConfig } from "#worker/config/config.ts";
import type { Bindings } from "#worker/env.ts";
import { tellPayers } from "#worker/features/payments/brought.ts";
import { checkPayments } from "#worker/features/payments/cron.ts";
import { sendDueMails } from "#worker/features/outbox/send.ts";
import type { Ports } from "#worker/ports.ts";
import { deliverMails, fakePorts, fakes, NOW, ORIGIN, type Overrides, request } from "./app.ts";
import type { Browser } from "./browser.ts";
import { readResponse } from "./people.ts";

/** Answers a request of the Stripe SDK or forwards it to the stand-in. */
type Intercept = (request: Request, forward: () => Promise<Response>) => Promise<Response>;

/** The real Stripe SDK with our stand-in for Stripe's servers. Time passes only by `advanceDays`. */
export class StripeWorld {
  standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN });
  intercept: Intercept = (_, forward) => forward();
  /** Each request as method and path. */
  calls: string[] = [];

  ports(intercept: Intercept = (sent, forward) => this.intercept(sent, forward)): Partial<Ports> {
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const sent = new Request(input, init);
      this.calls.push(`${sent.method} ${new URL(sent.url).pathname}`);
      return intercept(sent, () => this.standIn.fetch(sent));
    };
    return { payments: async () => this.standIn.payments({ fetch: fetch as typeof globalThis.fetch }) };
  }

  overrides = (): Overrides => ({ ports: this.ports() });

  /** Sends events to the webhook: by default all new ones. Expects status 200 for each. */
  async deliverEvents(events?: Request[]): Promise<void> {
    for (const event of events ?? (await this.standIn.takeEvents())) {
      const response = await this.sendWebhook(event);
      expect(response.status, await response.clone().text()).toBe(200);
    }
  }

  /** Returns the newest event of this type. None of the events is delivered any more. */
  takeEvent(type: EventType): Promise<Request> {
    const { state } = this.standIn.bank;
    state.waiting = [];
    return this.standIn.sign(state.events.findLast((event) => event.type === type)!);
  }

  sendWebhook = (event: Request, overrides = this.overrides()) =>
    event
      .clone()
      .text()
      .then((body) => request("/api/stripe/webhook/", { method: "POST", headers: event.headers, body }, overrides));

  /**
   * Advances the time of Stripe and of the Worker, and by an hour more if a renewal's invoice is still a draft then.
   * Sends no events.
   */
  advanceDays(days: number): void {
    fakes.now += this.standIn.bank.advance(days);
  }

  advanceHours(hours: number): void {
    this.standIn.bank.advanceBy(hours * HOUR_MS);
    fakes.now += hours * HOUR_MS;
  }

  runCron = () => runPaymentsCron({ ...fakePorts, ...this.ports() });

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

/** Runs the steps of the cron that concern payments. */
export async function runPaymentsCron(ports: Ports): Promise<void> {
  const db = connect(env.DB);
  const bindings = env as unknown as Bindings;
  const config = readDirectoryConfig(bindings);
  await checkPayments({ db, env: bindings, ports, config });
  await tellPayers({ db, ports, config, now: ports.now() });
  await sendDueMails(db, ports);
  await deliverMails(ports);
}

/** Creates a new Stripe stand-in before each test of the file. */
export function useStripe(): StripeWorld {
  const world = new StripeWorld();
  beforeEach(() => {
    Object.assign(world, { standIn: new StripeStandIn({ now: () => NOW, origin: ORIGIN }), calls: [] });
    world.intercept = (_, forward) => forward();
  });
  return world;
}

export const payCall = async (browser: Browser, stripe: StripeWorld, call: string, body: unknown = {}) =>
  readResponse(await browser.post(`/api/payments/${call}/`, body, stripe.overrides()));

export const DECLINED: Decline = {
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
};

export const saveGoodCard = ({ standIn: { bank } }: StripeWorld) =>
  bank.saveCard({ number: "4242424242424242", brand: "visa", setup: "ok", charge: "ok" });

/** Declines all further charges of the card of the newest subscription. */
export function declineCurrentCard({ standIn: { bank }, subscriptions: [newest] }: StripeWorld): void {
  bank.behaviourOf(newest!.default_payment_method).charge = DECLINED;
}

export function payOnInvoicePage(world: StripeWorld, invoice: Invoice): void {
  const { bank } = world.standIn;
  bank.pay(invoice, { cardId: bank.attach(saveGoodCard(world), invoice.customer!).id });
}

/** Whether a request to Stripe creates a subscription. */
export const isSubscription = ({ method, url }: Request) => method === "POST" && url.endsWith("/subscriptions");

export const noResponse: Intercept = () => Promise.reject(new TypeError("network"));
/** Stripe processes the request, but the response is lost. */
export const responseLost: Intercept = async (_, forward) => {
  await forward();
  throw new TypeError("network");
};
export const serverError: Intercept = async () =>
  Response.json({ error: { type: "api_error", message: "Sorry" } }, { status: 500 });
