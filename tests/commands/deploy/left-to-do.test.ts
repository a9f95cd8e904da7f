import { expect, test } from "vitest";
import { missingForPayments } from "#worker/commands/deploy/left-to-do.ts";

test("payments need live keys, the webhook's secret, and the operator's name and address", () => {
  const answers = {
    OPERATOR_NAME: "Directory Ltd",
    OPERATOR_ADDRESS: "1 Long Street",
    STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  };
  const secrets = new Set(["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]);
  expect(missingForPayments(answers, secrets)).toEqual([]);
  expect(missingForPayments({ STRIPE_PUBLISHABLE_KEY: "pk_test_1" }, new Set())).toEqual([
    "STRIPE_PUBLISHABLE_KEY (pk_live_…)",
    "OPERATOR_NAME",
    "OPERATOR_ADDRESS",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
  ]);
});
