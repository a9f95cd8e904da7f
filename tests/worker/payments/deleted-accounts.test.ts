import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Customer } from "#worker/dev/stripe/objects.ts";
import { usePayer } from "../support/payer.ts";
import { ANNA, errorResponse, lastMail, readResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { noResponse, serverError } from "../support/stripe.ts";

// What becomes of a person at Stripe whose account is deleted.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay, call } = payer;
const deleteAccount = async (overrides = stripe.overrides()) => readResponse(await payer.deleteAccount(overrides));
const customers = () => payer.bank.list<Customer>("customer");
const isDeletion = ({ method, url }: Request) => method === "DELETE" && url.includes("/customers/");
const counts = async () => [(await db.select().from(users)).length, (await db.select().from(sites)).length];

test("deleting an account deletes its customer at Stripe, and Stripe keeps payments and invoices", async () => {
  await pay();
  expect((await deleteAccount()).status).toBe(200);
  expect(lastMail(ANNA)?.text).toContain("You will not be charged again.");
  expect(customers()).toEqual([{ id: expect.stringMatching(/^cus_/), object: "customer", deleted: true }]);
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect([stripe.charges.length, stripe.invoices.length]).toEqual([1, 1]);
  await stripe.deliverEvents();
  await stripe.runCron();
});

test.each([
  ["does not answer", noResponse],
  ["answers with an error", serverError],
])("nothing of the account is deleted if Stripe %s, and the call can be repeated", async (_, fail) => {
  await pay();
  stripe.intercept = (sent, forward) => (isDeletion(sent) ? fail(sent, forward) : forward());
  expect(await deleteAccount()).toEqual(errorResponse(502, PAYMENT_MESSAGES.customerNotDeleted));
  expect(await counts()).toEqual([1, 1]);
  stripe.intercept = (_sent, forward) => forward();
  expect((await deleteAccount()).status).toBe(200);
  expect([await counts(), customers()]).toMatchObject([[0, 0], [{ deleted: true }]]);
  expect(loggedErrors.splice(0)).not.toEqual([]);
});

test("a deletion whose answer was lost can be repeated", async () => {
  await pay();
  payer.bank.failCall = ({ method, path }) =>
    method === "DELETE" && path.includes("/customers/") ? "after" : undefined;
  expect((await deleteAccount()).status).toBe(502);
  expect([await counts(), customers()]).toMatchObject([[1, 1], [{ deleted: true }]]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  payer.bank.failCall = () => undefined;
  expect((await deleteAccount()).status).toBe(200);
  expect(await counts()).toEqual([0, 0]);
});

test("a customer that the operator has deleted at Stripe does not block the deletion", async () => {
  await call("intent");
  delete payer.bank.state.objects[customers()[0]!.id];
  expect((await deleteAccount()).status).toBe(200);
});

test("a person who never paid is deleted without a call to Stripe", async () => {
  expect((await deleteAccount()).status).toBe(200);
  expect(stripe.calls).toEqual([]);
});

test("without payments, the log names the customer that the operator must delete", async () => {
  await call("intent");
  expect((await deleteAccount({})).status).toBe(200);
  expect(JSON.stringify(loggedErrors.splice(0))).toContain(customers()[0]!.id);
});

test("a customer that is created during the deletion stops it, and is deleted by the next call", async () => {
  await pay();
  stripe.intercept = async (sent, forward) => {
    if (!isDeletion(sent)) return forward();
    stripe.intercept = (_sent, next) => next();
    const answer = await forward();
    await call("intent");
    return answer;
  };
  expect((await deleteAccount()).status).toBe(409);
  expect((await deleteAccount()).status).toBe(200);
  expect(customers()).toMatchObject([{ deleted: true }, { deleted: true }]);
});
