import { expect, test } from "vitest";
import { readDirectoryConfig } from "#worker/config/config.ts";
import { stripeProblem, stripeSettings } from "#worker/config/settings.ts";
import { type Bindings, isLocal } from "#worker/env.ts";

const DEPLOYED = {
  SITE_NAME: "Directory",
  SITE_URL: "https://directory.test",
  SUPPORT_EMAIL: "support@directory.test",
  SECRET_KEY: "key",
} as Bindings;

const problem = (settings: object) => {
  try {
    readDirectoryConfig({ ...DEPLOYED, ...settings });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  [{ SITE_NAME: "" }, "SITE_NAME"],
  [{ SITE_URL: "", SECRET_KEY: "" }, "SITE_URL, SECRET_KEY"],
  [{ SITE_URL: "https://example.com" }, "SITE_URL"],
  [{ SITE_URL: "https://Directory.EXAMPLE.org." }, "SITE_URL"],
  [{ SITE_URL: "directory.test" }, "SITE_URL"],
  [{ SITE_URL: "http://directory.test" }, "SITE_URL"],
  [{ SITE_URL: "https://your-domain.invalid" }, "SITE_URL"],
  [{ SITE_URL: "https://directory.localhost:8787" }, "SITE_URL"],
  [{ SUPPORT_EMAIL: "support@directory.example.com" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "support" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "Directory <support@directory.test>" }, "SUPPORT_EMAIL"],
])("a deployed build with %o says that %s must be set", (settings, names) =>
  expect(problem(settings)).toBe(`Not configured: ${names}.`),
);

test.each([
  {},
  { SITE_URL: "https://notexample.com" },
  { SITE_URL: "https://example.com.directory.test" },
  { SUPPORT_EMAIL: "Support@Directory.test" },
  { LOCAL: "1", SITE_URL: "http://localhost:8787", SUPPORT_EMAIL: "support@example.com" },
])("%o is accepted", (settings) => expect(problem(settings)).toBeUndefined());

test("only LOCAL=1 is a local run", () => {
  for (const LOCAL of [undefined, "", "0", "false", "true", " 1"])
    expect(isLocal({ LOCAL } as Bindings), LOCAL).toBe(false);
});

const OPERATOR = { OPERATOR_NAME: "Directory Ltd", OPERATOR_ADDRESS: "1 Long Street" };

test.each([
  ["sk_test_1", "pk_test_1", OPERATOR, "are closed: Stripe's keys are test keys"],
  ["sk_live_1", "pk_test_1", OPERATOR, "are closed: one of Stripe's keys is a test key"],
  ["rk_live_1", "pk_live_1", OPERATOR, undefined],
  ["rk_live_1", "pk_live_1", {}, "are closed: OPERATOR_NAME and OPERATOR_ADDRESS are not set"],
  ["sk_live_1", "pk_live_1", { LOCAL: "1" }, "are closed: a local run takes no live key"],
  ["sk_test_1", "pk_test_1", { LOCAL: "1" }, undefined],
])("with Stripe's keys %s and %s and %o, payments %s", (secret, publishable, more, closed) => {
  const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: "whsec_1" };
  const settings: Bindings = { ...DEPLOYED, ...keys, ...more };
  expect(stripeProblem(settings)).toBe(closed);
  expect(stripeSettings(settings) === undefined).toBe(closed !== undefined);
});
