import { type Context, type Handler, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod/mini";
import type { AppEnv } from "../../env.ts";
import { jsonBody } from "../../http/body.ts";
import { connect } from "../../db/connection.ts";
import { extendSessions } from "../extend-sessions.ts";
import { hasStripeStandIn } from "../bindings.ts";
import { cardOfNumber } from "./cards.ts";
import { openedStandIn, saveStandIn, openStandIn } from "./stand-in-state.ts";
import type { Charge, Invoice, InvoicePayment } from "./objects.ts";
import { billingPages } from "./billing-pages.ts";
import { pageCalls } from "./page-calls.ts";

type Webhook = (request: Request, c: Context<AppEnv>) => Response | Promise<Response>;

const DAYS_MAX = 400;

/** Delivers the stand-in's events to the webhook after the response is sent. */
export const deliverEvents = (webhook: Webhook) =>
  createMiddleware<AppEnv>(async function delivering(c, next) {
    await next();
    if (openedStandIn()?.bank.state.events.length) c.executionCtx.waitUntil(deliver(c, webhook));
  });

async function deliver(c: Context<AppEnv>, webhook: Webhook): Promise<void> {
  const standIn = await openStandIn(c.env);
  for (const request of await standIn.takeEvents()) {
    await webhook(request, c);
  }
  await saveStandIn(c.env, standIn);
}

const standInApp = (webhook: Webhook) =>
  new Hono<AppEnv>({ strict: false })
    .basePath("/dev/stripe")

    .route("/", pageCalls)
    .route("/", billingPages)

    .post("/advance", jsonBody(z.object({ days: z.int().check(z.minimum(0), z.maximum(DAYS_MAX)) })), async (c) => {
      const standIn = await openStandIn(c.env);
      const { days } = c.req.valid("json");
      await extendSessions({ db: connect(c.env.DB), kv: c.env.SESSIONS }, standIn.bank.advance(days));
      await deliver(c, webhook);
      return c.json({ now: new Date(standIn.bank.nowSeconds * 1000).toISOString() });
    })

    .post("/invoices/:id", async (c) => {
      const standIn = await openStandIn(c.env);
      const { bank } = standIn;
      const invoice = bank.list<Invoice>("invoice", ({ id }) => id === c.req.param("id"))[0];
      if (!invoice) return c.notFound();
      if (invoice.status === "open") {
        const card = bank.attach(bank.saveCard(cardOfNumber("4242424242424242")!), invoice.customer!);
        bank.pay(invoice, { cardId: card.id });
        await saveStandIn(c.env, standIn);
      }
      return c.redirect(`/dev/stripe/invoices/${invoice.id}`, 303);
    })

    /** What the operator does in Stripe's dashboard: refunds the payment of an invoice. */
    .post("/invoices/:id/refund", async (c) => {
      const standIn = await openStandIn(c.env);
      const { bank } = standIn;
      const paid = bank.list<InvoicePayment>("invoice_payment", ({ invoice }) => invoice === c.req.param("id"))[0];
      const intent = paid?.payment.payment_intent;
      const charge = bank.list<Charge>(
        "charge",
        ({ payment_intent, status }) => payment_intent === intent && status === "succeeded",
      )[0];
      if (!charge) return c.notFound();
      bank.refund(charge);
      await deliver(c, webhook);
      return c.redirect(`/dev/stripe/invoices/${c.req.param("id")}`, 303);
    });

/** With the keys of a Stripe account the routes answer 404. */
export function stripeStandIn(webhook: Webhook): Handler<AppEnv> {
  const app = standInApp(webhook);
  return (c, next) => (hasStripeStandIn(c.env) ? app.fetch(c.req.raw, c.env, c.executionCtx) : next());
}
