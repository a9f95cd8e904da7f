import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { sites } from "#schema/tables/sites.ts";
import { invoiceDescription } from "#worker/features/payments/invoice-description.ts";
import { DAY_MS, fakes } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";

const payer = usePayer();
const { stripe, pay } = payer;

test("the subscription and each of its invoices say which listing they are for", async () => {
  await drizzle(env.DB).update(sites).set({ name: "Penpot 日本" });
  await pay();
  stripe.advanceDays(30);
  const text = "Featured listing: Penpot 日本";
  expect(stripe.subscriptions[0]!.description).toBe(text);
  expect(stripe.invoices.map(({ description }) => description)).toEqual([text, text]);
});

test("a listing that has another name is invoiced by that from the next period on", async () => {
  await pay();
  await stripe.deliverEvents();
  await drizzle(env.DB).update(sites).set({ name: "Brand New Name" });
  fakes.now += 8 * DAY_MS;
  await stripe.runCron();
  stripe.advanceDays(30);
  expect(stripe.invoices[0]!.description).toBe("Featured listing: Brand New Name");
});

test("a first payment that waits for its confirmation keeps its name, which Stripe would not change", async () => {
  await pay("pm_card_authenticationRequired");
  await drizzle(env.DB).update(sites).set({ name: "Brand New Name" });
  await stripe.deliverEvents();
  expect(stripe.subscriptions[0]!.description).not.toContain("Brand New Name");
});

test("a hostile name cannot keep its owner from paying", async () => {
  await drizzle(env.DB)
    .update(sites)
    .set({ name: `\u0000\u202E<b>\r\n\uD800${"🦊".repeat(600)}` });
  expect((await pay()).status).toBe(200);
  const { description } = stripe.invoices[0]!;
  expect(description!.length).toBeLessThanOrEqual(500);
  expect(description).toMatch(/^Featured listing: <b> /);
});

test.each([
  ["Penpot", "Featured listing: Penpot"],
  ["  two\n\tlines ", "Featured listing: two lines"],
  ["\u202Eevil\u2066", "Featured listing: evil"],
  ["\u0000", "Featured listing:"],
  ["👩‍💻 می‌خواهم", "Featured listing: 👩‍💻 می‌خواهم"],
  ["a\uD800b", "Featured listing: a\uFFFDb"],
])("%j is described by %j", (name, text) => expect(invoiceDescription(name)).toBe(text));

test("a long name ends in dots and never within a character", () => {
  for (const shift of ["", "x"]) {
    const text = invoiceDescription(shift + "🦊".repeat(400));
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text).toMatch(/🦊…$/u);
  }
});
