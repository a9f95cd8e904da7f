import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Bindings } from "#worker/env.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { DEPLOYED, fakePorts, request } from "../support/app.ts";

const answer = async (settings: Partial<Bindings>, path = "/api/health/") => {
  const response = await request(path, {}, { env: { ...DEPLOYED, ...settings } });
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get("Retry-After") };
};

test("a deployed build with all settings works", async () => {
  expect(await answer({})).toMatchObject({ status: 200 });
});

test.each([
  [{ SITE_NAME: "" }, "SITE_NAME"],
  [{ SITE_URL: "", SECRET_KEY: "" }, "SITE_URL, SECRET_KEY"],
  [{ SITE_URL: "https://example.com" }, "SITE_URL"],
  [{ SITE_URL: "https://directory.example.com/" }, "SITE_URL"],
  [{ SITE_URL: "https://Directory.EXAMPLE.org." }, "SITE_URL"],
  [{ SITE_URL: "directory.test" }, "SITE_URL"],
  [{ SITE_URL: "ftp://directory.test" }, "SITE_URL"],
  [{ SITE_URL: "http://directory.test" }, "SITE_URL"],
  [{ SITE_URL: "https://directory.example" }, "SITE_URL"],
  [{ SITE_URL: "https://your-domain.invalid" }, "SITE_URL"],
  [{ SITE_URL: "https://localhost" }, "SITE_URL"],
  [{ SITE_URL: "https://directory.localhost:8787" }, "SITE_URL"],
  [{ SUPPORT_EMAIL: "support@directory.example.com" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "support@example.net" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "support" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "Directory <support@example.com>" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "Directory <support@directory.test>" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "support@example.com " }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: " support@directory.test" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "a@b@example.com" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "support@directory.example" }, "SUPPORT_EMAIL"],
  [{ SUPPORT_EMAIL: "support@Your-Domain.INVALID" }, "SUPPORT_EMAIL"],
  [{ SITE_URL: env.SITE_URL, SUPPORT_EMAIL: env.SUPPORT_EMAIL }, "SITE_URL, SUPPORT_EMAIL"],
])("a deployed build with %o says that %s must be set", async (settings, names) => {
  for (const path of ["/", "/api/saas/", "/api/health/", "/robots.txt"]) {
    const { status, text, retryAfter } = await answer(settings, path);
    expect([status, retryAfter], path).toEqual([503, "60"]);
    expect(text, path).toContain(`Not configured: ${names}.`);
  }
  await expect(runSchedule({ ...env, ...DEPLOYED, ...settings } as Bindings, fakePorts)).rejects.toThrow(
    `Not configured: ${names}.`,
  );
});

test.each([
  "https://notexample.com",
  "https://example.com.directory.test",
  "https://example.dev",
  "https://invalid.dev",
])("%s is accepted as a real value", async (SITE_URL) =>
  expect(await answer({ SITE_URL })).toMatchObject({ status: 200 }),
);

test("capital letters in SUPPORT_EMAIL are accepted", async () =>
  expect(await answer({ SUPPORT_EMAIL: "Support@Directory.test" })).toMatchObject({ status: 200 }));

test("a local run may keep the placeholders", async () => {
  expect((await request("/api/health/")).status).toBe(200);
});

test("requests to hosts of the own zone go through the front door", () => {
  expect(Cloudflare.compatibilityFlags["global_fetch_strictly_public"]).toBe(true);
});
