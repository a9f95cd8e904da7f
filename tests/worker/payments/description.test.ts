import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { sites } from "#schema/tables/sites.ts";
import { DEPLOYED } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";

const payer = usePayer();
const { stripe, pay } = payer;

test("the subscription and each of its invoices name the listing", async () => {
  await drizzle(env.DB).update(sites).set({ name: "Penpot 日本" });
  await pay();
  stripe.advanceDays(30);
  const text = "Featured listing: Penpot 日本";
  expect(stripe.subscriptions[0]!.description).toBe(text);
  expect(stripe.invoices.map(({ description }) => description)).toEqual([text, text]);
});

test("the imprint of the operator is the footer of each invoice", async () => {
  const { OPERATOR_NAME, OPERATOR_ADDRESS } = DEPLOYED;
  const order = { payment_method_id: "pm_card_visa", site_id: payer.siteId };
  const overrides = { ...stripe.overrides(), env: { OPERATOR_NAME, OPERATOR_ADDRESS } };
  expect((await payer.anna.post("/api/payments/subscribe/", order, overrides)).status).toBe(200);
  stripe.advanceDays(30);
  const imprint = "Directory Ltd, 1 Long Street, 12345 Town, Ireland";
  expect(stripe.invoices.map(({ footer }) => footer)).toEqual([imprint, imprint]);
});
