import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/dates.ts";
import { sites } from "#schema/tables/sites.ts";
import { NOW, fakes } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { logIn } from "../support/people.ts";
import { declineCurrentCard, payOnInvoicePage, switchToBadCard } from "../support/stripe.ts";

const payer = usePayer();
const { stripe, call, pay, featuredUntil } = payer;
const isFeatured = async () => ((await featuredUntil()) ?? 0) > fakes.now;
const keepSignedIn = async () => {
  payer.anna = await logIn();
};
const failRenewal = async () => {
  declineCurrentCard(stripe);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
};

test("a new card whose first renewal fails has no grace period, in every cycle", async () => {
  for (let cycle = 0; cycle < 3; cycle++) {
    expect((await pay()).status).toBe(200);
    await switchToBadCard(payer.anna, stripe, payer.siteId);
    stripe.advanceDays(29);
    expect(await isFeatured()).toBe(true);
    stripe.advanceDays(1);
    await stripe.deliverEvents();
    expect(await isFeatured()).toBe(false);
    await keepSignedIn();
    await call("cancel");
    await stripe.deliverEvents();
  }
});

test("a card that has paid before and then fails has a grace period once, and not in the next subscription of the site", async () => {
  await pay();
  await failRenewal();
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
  await keepSignedIn();
  await call("cancel");
  await stripe.deliverEvents();

  await pay("pm_card_mastercard");
  await failRenewal();
  expect(await isFeatured()).toBe(false);
});

test("a renewal that is never confirmed has a grace period only once", async () => {
  const seen: boolean[] = [];
  for (let cycle = 0; cycle < 3; cycle++) {
    expect((await pay()).status).toBe(200);
    payer.bank.behaviourOf(stripe.subscriptions[0]!.default_payment_method).charge = "confirm";
    stripe.advanceDays(30);
    await stripe.deliverEvents();
    seen.push(await isFeatured());
    stripe.advanceDays(2);
    await keepSignedIn();
    await call("cancel");
    await stripe.deliverEvents();
  }
  expect(seen).toEqual([true, false, false]);
});

test("a failed renewal takes away the grace period for one year and one listing only", async () => {
  await pay();
  await failRenewal();
  await keepSignedIn();
  await call("cancel");
  await stripe.deliverEvents();

  const other = await insertSite({ ownerId: 1 });
  await call("subscribe", { payment_method_id: "pm_card_visa", site_id: other.id });
  await failRenewal();
  const [row] = await drizzle(env.DB).select().from(sites).where(eq(sites.id, other.id));
  expect(row!.featuredUntil).toBe(NOW + 63 * DAY_MS + HOUR_MS);

  stripe.advanceDays(366);
  await stripe.deliverEvents();
  await keepSignedIn();
  await pay();
  await failRenewal();
  expect(await isFeatured()).toBe(true);
});

test("a declined card does not count as paying if another card pays the invoice", async () => {
  await pay();
  await switchToBadCard(payer.anna, stripe, payer.siteId);
  stripe.advanceDays(30);
  payOnInvoicePage(stripe, stripe.invoices[0]!);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW + 60 * DAY_MS + DAY_MS / 2);
});

test("an owner who cancels in time and subscribes again has a grace period", async () => {
  await pay();
  await call("cancel");
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  await keepSignedIn();
  await pay();
  await failRenewal();
  expect(await isFeatured()).toBe(true);
});

test("a listing with a new good card stays featured, although Stripe charges the renewal an hour late", async () => {
  await pay();
  await call("card", { payment_method_id: "pm_card_mastercard" });
  fakes.now += 30 * DAY_MS + 2 * 3_600_000;
  expect(await isFeatured()).toBe(true);
  fakes.now -= 30 * DAY_MS + 2 * 3_600_000;
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW + 63 * DAY_MS);
});

test("a failed renewal that is paid later does not take away the grace period", async () => {
  await pay();
  await failRenewal();
  await keepSignedIn();
  await call("card", { payment_method_id: "pm_card_mastercard" });
  payer.bank.cancel(stripe.subscriptions[0]!);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  await keepSignedIn();
  await pay();
  await failRenewal();
  expect(await featuredUntil()).toBe(NOW + 93 * DAY_MS + HOUR_MS);
});
