import { expect, test } from "vitest";
import { readDirectoryConfig } from "#worker/config/config.ts";
import { stripeSettings } from "#worker/config/settings.ts";
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
  [{ SITE_URL: "https://directory.example.com/" }, "SITE_URL"],
  [{ SITE_URL: "https://Directory.EXAMPLE.org." }, "SITE_URL"],
  [{ SITE_URL: "directory.test" }, "SITE_URL"],
  [{ SITE_URL: "http://directory.test" }, "SITE_URL"],
  [{ SITE_URL: "https://directory.example" }, "SITE_URL"],
  [{ SITE_URL: "https://your-domain.invalid" }, "SITE_URL"],
  [{ SITE_URL: "https://directory.localhost:8787" }, "SITE_URL"],
  [{ SUPPORT_EMAIL: "support@directory.example.com" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "support" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "Directory <support@directory.test>" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: " support@directory.test" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "support@Your-Domain.INVALID" }, "SUPPORT_EMAIL"],
])("a deployed build with %o says that %s must be set", (settings, names) =>
  expect(problem(settings)).toBe(`Not configured: ${names}.`),
);

test.each([
  {},
  { SITE_URL: "https://notexample.com" },
  { SITE_URL: "https://example.com.directory.test" },
  { SITE_URL: "https://invalid.dev" },
  { SUPPORT_EMAIL: "Support@Directory.test" },
  { LOCAL: "1", SITE_URL: "http://localhost:8787", SUPPORT_EMAIL: "support@example.com" },
])("%o is accepted", (settings) => expect(problem(settings)).toBeUndefined());

test("only LOCAL=1 is a local run", () => {
  for (const LOCAL of [undefined, "", "0", "false", "true", " 1"])
    expect(isLocal({ LOCAL } as Bindings), LOCAL).toBe(false);
});

test("a local run takes no live key", () => {
  const keys = {
    STRIPE_SECRET_KEY: "sk_live_1",
    STRIPE_PUBLISHABLE_KEY: "pk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  };
  expect(stripeSettings({ ...DEPLOYED, ...keys, LOCAL: "1" })).toBeUndefined();
});
