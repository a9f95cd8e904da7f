import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createApp } from "#worker/app.ts";
import { consume } from "#worker/jobs/queues.ts";
import { FailingD1, withFault } from "../faults/failing-services.ts";
import { assets, createHangingService, fakePorts, fakes, NOW, ORIGIN } from "../support/app.ts";
import { EdgeCache } from "../support/edge-cache.ts";
import { insertSite } from "../support/factories.ts";
import { listSite } from "../support/own-sites.ts";
import { logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

// What a request changes is purged, also if it is interrupted.

let edge: EdgeCache;

beforeEach(() => {
  edge = new EdgeCache();
});

const staffMember = () => logInNew({ email: "staff@example.com", isStaff: true });

test("a suspension whose answer is lost purges the sites that it hides", async () => {
  await listSite(await logInNew(), { description: "Forbidden words" });
  const staff = await staffMember();
  expect(await (await edge.get("/mattermost")).response.text()).toContain("Forbidden words");
  const lost = new FailingD1('update "users"', { message: "D1_ERROR: lost", isWritten: true });
  const body = { is_suspended: true };
  const answer = await staff.patch("/api/accounts/user/1/", body, {
    ...edge.overrides,
    env: { ...edge.env, ...lost.env },
  });
  expect(answer.status).toBe(503);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect((await edge.get("/mattermost")).response.status).toBe(404);
});

test.each(["R2", "the queue"])(
  "if %s never answers, a take-down is purged, and answers after three seconds",
  async (name) => {
    const { id } = await insertSite({ slug: "mattermost" });
    const staff = await staffMember();
    await edge.get("/mattermost");
    const { timeout, call } = createHangingService();
    const hanging =
      name === "R2" ? { MEDIA: { list: call } as unknown as R2Bucket } : { PURGES: { send: call } as unknown as Queue };
    const answer = await staff.patch(
      `/api/sites/site/${id}/`,
      { review: "pending" },
      { ports: { ...edge.ports, timeout }, env: { ...edge.env, ...hanging } },
    );
    expect(answer.status).toBe(200);
    expect(fakes.now - NOW).toBe(3000);
    expect(loggedErrors.splice(0)).toMatchObject([[{ name: "TimeoutError" }]]);
    expect(edge.has("/mattermost")).toBe(false);
  },
);

test("a queue that never answers does not hold its consumer: the purge is repeated", async () => {
  const { timeout, call } = createHangingService();
  let isRepeated = false;
  const messages = [{ id: "1", body: { subjects: ["list"] } }];
  const batch = { queue: "directory-purges", messages, retryAll: () => void (isRepeated = true) };
  await consume(
    batch as unknown as MessageBatch,
    { ...env, PURGES: { send: call } as unknown as Queue },
    { ...fakePorts, ...edge.ports, timeout },
  );
  expect([isRepeated, fakes.now - NOW, edge.purgedAt.length]).toEqual([true, 3000, 1]);
});

test("a take-down is purged although the visitor has left during the write", async () => {
  const { id } = await insertSite({ slug: "mattermost" });
  const staff = await staffMember();
  await edge.get("/mattermost");
  const headers = new Headers(await staff.csrfHeaders());
  headers.set("Cookie", [...staff.cookies].map((cookie) => cookie.join("=")).join("; "));
  headers.set("Content-Type", "application/json");
  const call = { method: "PATCH", headers, body: JSON.stringify({ review: "pending" }) };
  const kept: Promise<unknown>[] = [];
  const context = createExecutionContext();
  context.waitUntil = (work) => void kept.push(work);
  let atWrite = () => {};
  const written = new Promise<void>((resolve) => (atWrite = resolve));
  const DB = withFault(env.DB, {
    async call(work, name) {
      if (name === "batch") atWrite();
      return work();
    },
  });
  const ports = { ...fakePorts, ...edge.ports };
  const app = createApp(() => ports);
  const url = `${ORIGIN}/api/sites/site/${id}/`;
  const left = app.fetch(new Request(url, call), { ...env, ...edge.env, DB, ASSETS: assets }, context);
  await written;
  // Cloudflare cancels all else: https://developers.cloudflare.com/workers/platform/limits/#duration
  await Promise.all(kept);
  expect(edge.has("/mattermost")).toBe(false);
  await left;
});
