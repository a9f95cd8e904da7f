import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { sites } from "#schema/tables/sites.ts";
import { invoiceDescription } from "#worker/features/payments/pay/invoice-description.ts";
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

test("a site with a hostile name can be paid for", async () => {
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
])("a listing named %j has the description %j", (name, text) => expect(invoiceDescription(name)).toBe(text));

test("a long name is cut between characters and ends with an ellipsis", () => {
  for (const shift of ["", "x"]) {
    const text = invoiceDescription(shift + "🦊".repeat(400));
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text).toMatch(/🦊…$/u);
  }
});
