import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { sites } from "#schema/tables/sites.ts";
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
