import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { DEPLOYED, fakePorts, request } from "../support/app.ts";

// Which values are refused: tests/unit/config.

test("a deployed build says at each address and in the cron which settings are missing", async () => {
  const settings = { ...DEPLOYED, SITE_NAME: "", SITE_URL: "http://localhost:8787" };
  const problem = "Not configured: SITE_NAME, SITE_URL.";
  for (const path of ["/", "/api/saas/", "/api/health/", "/robots.txt"]) {
    const response = await request(path, {}, { env: settings });
    expect([response.status, response.headers.get("Retry-After")], path).toEqual([503, "60"]);
    expect(await response.text(), path).toContain(problem);
  }
  await expect(runSchedule({ ...env, ...settings }, fakePorts)).rejects.toThrow(problem);
  expect((await request("/api/health/", {}, { env: DEPLOYED })).status).toBe(200);
});

test("requests to hosts of the own zone go through the front door", () => {
  expect(Cloudflare.compatibilityFlags["global_fetch_strictly_public"]).toBe(true);
});
