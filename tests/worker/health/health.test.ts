import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createApp } from "#worker/app.ts";
import { broken, fakePorts, ORIGIN, fakes, request } from "../support/app.ts";
import { loggedErrors } from "../support/setup.ts";

const health = async (bindings = {}) => {
  const response = await request("/api/health/", {}, { env: bindings });
  return { status: response.status, cache: response.headers.get("Cache-Control"), body: await response.json() };
};

/** Returns a D1 whose writes fail with this message. With `failsReads`, all batches fail. */
const failing = (message: string, failsReads = false) =>
  new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "batch") return typeof value === "function" ? value.bind(target) : value;
      return async (statements: D1PreparedStatement[]) => {
        // The probe's write is its only batch of two statements.
        if (failsReads || statements.length === 2) throw new Error(message);
        return target.batch(statements);
      };
    },
  });

test("the health check is ok if D1, KV and R2 can be read and written, and it leaves no data behind", async () => {
  expect(await health()).toEqual({
    status: 200,
    cache: "private, no-store",
    body: {
      status: "ok",
      version: expect.any(String),
      parts: { d1: true, kv: true, r2: true },
      problems: {},
    },
  });
  expect(await env.DB.prepare("SELECT count(*) AS n FROM rate_counters").first("n")).toBe(0);
  expect((await env.MEDIA.list()).objects).toEqual([]);
});

test.each([
  ["d1", { DB: broken<D1Database>() }, "does not answer"],
  ["kv", { SESSIONS: broken<KVNamespace>() }, "does not answer"],
  ["r2", { MEDIA: broken<R2Bucket>() }, "does not answer"],
  ["r2", { MEDIA: undefined }, "is not bound"],
  ["d1", { DB: failing("D1_ERROR: Exceeded maximum DB size") }, "is full"],
  [
    "d1",
    { DB: failing("D1_ERROR: database disk image is malformed: SQLITE_CORRUPT", true) },
    "is damaged or not migrated",
  ],
])("a failing %s is reported with its problem", async (part, bindings, problem) => {
  const { status, body } = await health(bindings);
  expect(status).toBe(503);
  expect(body).toMatchObject({
    status: "failing",
    parts: { d1: true, kv: true, r2: true, [part]: false },
    problems: { [part]: problem },
  });
  expect(JSON.stringify(body)).not.toMatch(/service is down|D1_ERROR|SQLITE|malformed/);
  expect(loggedErrors.splice(0)).toMatchObject([[{ message: `${part} ${problem}.` }]]);
});

test.each([
  ["a table that is missing", "DROP TABLE counters", "is damaged or not migrated"],
  ["a restore that was broken off", "CREATE TABLE restore_triggers (name TEXT)", "has an unfinished restore"],
])("%s is reported", async (_, change, problem) => {
  await env.DB.exec(change);
  expect(await health()).toMatchObject({ status: 503, body: { parts: { d1: false }, problems: { d1: problem } } });
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

test("a part that does not answer in time is reported as failing", async () => {
  const timeouts: AbortController[] = [];
  const timeout = () => {
    timeouts.push(new AbortController());
    // The third timeout is that of R2.
    queueMicrotask(() => timeouts[2]?.abort(new Error("Too late.")));
    return timeouts.at(-1)!.signal;
  };
  const MEDIA = { put: () => new Promise(() => {}) } as unknown as R2Bucket;
  const response = await request("/api/health/", {}, { env: { MEDIA }, ports: { timeout } });
  expect(await response.json()).toMatchObject({ parts: { d1: true, kv: true, r2: false } });
  expect(loggedErrors.splice(0)).toMatchObject([[{ cause: { message: "Too late." } }]]);
});

test("the probes run at most once in five seconds, however many requests there are", async () => {
  let puts = 0;
  const MEDIA = { put: async () => void (puts += 1), delete: async () => {} } as unknown as R2Bucket;
  const bindings = { ...env, MEDIA };
  const app = createApp(() => fakePorts);
  const ask = async () => {
    const context = createExecutionContext();
    const { status } = await app.request(`${ORIGIN}/api/health/`, {}, bindings, context);
    await waitOnExecutionContext(context);
    return status;
  };
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200]);
  expect(puts).toBe(1);
  fakes.now += 5000;
  await ask();
  expect(puts).toBe(2);
});
