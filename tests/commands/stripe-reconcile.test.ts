// @module-tag long
import { expect, test } from "vitest";
import { subscriptions } from "#schema/tables/payments.ts";
import { openStore } from "#worker/commands/bindings.ts";
import { COMMAND_MS, createMigratedState, runCommand } from "../support/command.ts";

test("reconciling fails if Stripe has none of the stored subscriptions", { timeout: COMMAND_MS }, async () => {
  await createMigratedState();
  const env = { STRIPE_SECRET_KEY: "" };
  const store = await openStore();
  await store.db.insert(subscriptions).values({
    id: "sub_1",
    siteName: "Penpot",
    customerId: "cus_1",
    status: "active",
    periodEnd: 0,
    renews: true,
    currency: "eur",
    cardBrand: "",
    cardLast4: "",
    reading: 1,
    createdAt: 0,
  });
  await store.close();
  const live = await runCommand("stripe-reconcile", [], { ...env, STRIPE_SECRET_KEY: "sk_live_1" });
  expect([live.code, live.output]).toEqual([1, expect.stringContaining("With a live key, add --remote.")]);
  const { code, output } = await runCommand("stripe-reconcile", [], env);
  expect(output).toContain("The database has subscriptions (1), but this Stripe account has none.");
  expect(code).toBe(1);
});
