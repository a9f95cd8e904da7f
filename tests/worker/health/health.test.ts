import { expect, test } from "vitest";
import { broken, request } from "../support/app.ts";
import { loggedErrors } from "../support/setup.ts";

const health = async (env = {}) => {
  const response = await request("/api/health/", {}, { env });
  return { status: response.status, cache: response.headers.get("Cache-Control"), body: await response.json() };
};

test("where D1, KV and R2 answer, the site is well", async () => {
  expect(await health()).toEqual({
    status: 200,
    cache: "private, no-store",
    body: { status: "ok", version: expect.any(String), parts: { d1: true, kv: true, r2: true } },
  });
});

test.each([
  ["d1", { DB: broken<D1Database>() }],
  ["kv", { SESSIONS: broken<KVNamespace>() }],
  ["r2", { MEDIA: broken<R2Bucket>() }],
])("a %s that is down is named, and nothing is told of why", async (part, env) => {
  const { status, body } = await health(env);
  expect(status).toBe(503);
  expect(body).toMatchObject({ status: "failing", parts: { d1: true, kv: true, r2: true, [part]: false } });
  expect(JSON.stringify(body)).not.toContain("down");
  expect(loggedErrors.splice(0)).toMatchObject([[{ message: `${part} does not answer.` }]]);
});

test("a part that does not answer in time counts as down", async () => {
  const timeouts: AbortController[] = [];
  const timeout = () => {
    timeouts.push(new AbortController());
    // The third, which is R2's.
    queueMicrotask(() => timeouts[2]?.abort(new Error("Too late.")));
    return timeouts.at(-1)!.signal;
  };
  const MEDIA = { head: () => new Promise(() => {}) } as unknown as R2Bucket;
  const response = await request("/api/health/", {}, { env: { MEDIA }, ports: { timeout } });
  expect(await response.json()).toMatchObject({ parts: { d1: true, kv: true, r2: false } });
  expect(loggedErrors.splice(0)).toMatchObject([[{ cause: { message: "Too late." } }]]);
});
