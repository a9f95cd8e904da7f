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
import type { Invoice } from "./objects.ts";
import { billingPages } from "./billing-pages.ts";
import { happen, HAPPENINGS } from "./happen.ts";
import { pageCalls } from "./page-calls.ts";
import { PAGE_JS, standInPage } from "./stand-in-page.ts";

type Webhook = (request: Request, c: Context<AppEnv>) => Response | Promise<Response>;

const DAYS_MAX = 400;

/** Delivers the stand-in's events to the webhook after the response is sent. */
export const deliverEvents = (webhook: Webhook) =>
  createMiddleware<AppEnv>(async function delivering(c, next) {
    await next();
    if (openedStandIn()?.bank.state.waiting.length) c.executionCtx.waitUntil(deliver(c, webhook));
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
        const card = bank.attach(bank.saveCard(cardOfNumber("4242424242424242")!), invoice.customer);
        bank.pay(invoice, { cardId: card.id });
        await saveStandIn(c.env, standIn);
      }
      return c.redirect(`/dev/stripe/invoices/${invoice.id}`, 303);
    })

    /** As the bank or the operator's dashboard at Stripe would do it, to the newest subscription of a listing. */
    .post("/happen", jsonBody(z.object({ site_id: z.int(), what: z.enum(HAPPENINGS) })), async (c) => {
      const standIn = await openStandIn(c.env);
      const { site_id: siteId, what } = c.req.valid("json");
      const problem = happen(standIn.bank, siteId, what);
      if (problem) return c.json({ error: problem }, 409);
      await deliver(c, webhook);
      return c.json({ done: what });
    })

    .get("/", async (c) => c.html(standInPage((await openStandIn(c.env)).bank)))
    .get("/page.js", (c) => c.body(PAGE_JS, 200, { "Content-Type": "text/javascript; charset=utf-8" }));

/** With the keys of a Stripe account the routes answer 404. */
export function stripeStandIn(webhook: Webhook): Handler<AppEnv> {
  const app = standInApp(webhook);
  return (c, next) => (hasStripeStandIn(c.env) ? app.fetch(c.req.raw, c.env, c.executionCtx) : next());
}
