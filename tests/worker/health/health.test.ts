import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createApp } from "#worker/app.ts";
import { broken, fakePorts, ORIGIN, fakes, request } from "../support/app.ts";
import { loggedErrors } from "../support/setup.ts";

const HEALTH_TOKEN = "a-token-of-the-operator";
const operator = { headers: { Authorization: `Bearer ${HEALTH_TOKEN}` } };
const health = async (bindings = {}, init: RequestInit = operator) => {
  const response = await request("/api/health/", init, { env: { HEALTH_TOKEN, ...bindings } });
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

const OK = {
  status: 200,
  cache: "private, no-store",
  body: { status: "ok", version: expect.any(String), parts: { d1: true, kv: true, r2: true }, problems: {} },
};

/** KV and R2 that fail with each write. */
const unwritable = {
  SESSIONS: { get: async () => null } as unknown as KVNamespace,
  MEDIA: { head: async () => null } as unknown as R2Bucket,
};

test("with the token, the health check is ok if D1, KV and R2 can be read and written, and it leaves no data behind", async () => {
  expect(await health()).toEqual(OK);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM rate_counters").first("n")).toBe(0);
  expect((await env.MEDIA.list()).objects).toEqual([]);
  expect((await env.SESSIONS.list({ prefix: "health:" })).keys).toHaveLength(1);
});

test("strangers learn whether D1, KV and R2 can be read, and their checks write nothing", async () => {
  const fullD1 = failing("D1_ERROR: Exceeded maximum DB size");
  expect(await health({ ...unwritable, DB: fullD1 }, {})).toEqual(OK);
  expect(await health({}, {})).toEqual(OK);
  expect((await env.SESSIONS.list()).keys).toEqual([]);
});

test.each([
  ["of somebody else", "Bearer another-token", HEALTH_TOKEN],
  ["of another scheme", HEALTH_TOKEN, HEALTH_TOKEN],
  ["without a token", "Bearer ", HEALTH_TOKEN],
  ["for a directory that has none", "Bearer undefined", undefined],
  ["for a directory whose token is empty", "Bearer ", ""],
])("an authorization %s is refused", async (_, Authorization, token) => {
  const answer = await health({ HEALTH_TOKEN: token, ...unwritable }, { headers: { Authorization } });
  expect(answer).toEqual({
    status: 401,
    cache: "private, no-store",
    body: { error: "This is not the HEALTH_TOKEN of the directory." },
  });
});

test("strangers are limited by their network, also if they guess tokens, but a call with the token is not", async () => {
  const asked: string[] = [];
  const FETCH_LIMIT: RateLimit = { limit: async ({ key }) => ({ success: asked.push(key) === 0 }) };
  const from = (headers: object) => ({ headers: { "CF-Connecting-IP": "2001:db8::1", ...headers } });
  expect((await health({ FETCH_LIMIT }, from({}))).status).toBe(429);
  expect((await health({ FETCH_LIMIT }, from({ Authorization: "Bearer guess" }))).status).toBe(429);
  expect((await health({ FETCH_LIMIT }, from(operator.headers))).status).toBe(200);
  expect(asked).toEqual(["health:2001:db8:0:0", "health:2001:db8:0:0"]);
});

test("strangers get an answer if the limit of calls does not work", async () => {
  expect(await health({ FETCH_LIMIT: broken<RateLimit>() }, {})).toEqual(OK);
  expect(loggedErrors.splice(0)).toHaveLength(1);
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
  ["d1", { DB: broken<D1Database>() }],
  ["kv", { SESSIONS: broken<KVNamespace>() }],
  ["r2", { MEDIA: broken<R2Bucket>() }],
])("strangers learn that %s cannot be read", async (part, bindings) => {
  expect(await health(bindings, {})).toMatchObject({ status: 503, body: { problems: { [part]: "does not answer" } } });
  expect(loggedErrors.splice(0)).toMatchObject([[{ message: `${part} does not answer.` }]]);
});

test.each([
  ["a table that is missing", "DROP TABLE counters", "is damaged or not migrated"],
  ["a restore that was broken off", "CREATE TABLE restore_triggers (name TEXT)", "has an unfinished restore"],
])("%s is reported", async (_, change, problem) => {
  await env.DB.exec(change);
  expect(await health({}, {})).toMatchObject({
    status: 503,
    body: { parts: { d1: false }, problems: { d1: problem } },
  });
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
  const MEDIA = { head: () => new Promise(() => {}) } as unknown as R2Bucket;
  const response = await request("/api/health/", {}, { env: { MEDIA }, ports: { timeout } });
  expect(await response.json()).toMatchObject({ parts: { d1: true, kv: true, r2: false } });
  expect(loggedErrors.splice(0)).toMatchObject([[{ cause: { message: "Too late." } }]]);
});

test("a result is used for five seconds, by callers with the token and by strangers separately", async () => {
  const calls: string[] = [];
  const MEDIA = {
    head: async () => void calls.push("read"),
    put: async () => void calls.push("write"),
    delete: async () => {},
  } as unknown as R2Bucket;
  const FETCH_LIMIT: RateLimit = { limit: async () => ({ success: true }) };
  const bindings = { ...env, HEALTH_TOKEN, FETCH_LIMIT, MEDIA };
  const app = createApp(() => fakePorts);
  const ask = async (init: RequestInit) => {
    const context = createExecutionContext();
    const { status } = await app.request(`${ORIGIN}/api/health/`, init, bindings, context);
    await waitOnExecutionContext(context);
    return status;
  };
  expect([await ask({}), await ask({}), await ask(operator), await ask({}), await ask(operator)]).toEqual(
    Array.from({ length: 5 }, () => 200),
  );
  expect(calls).toEqual(["read", "write"]);
  fakes.now += 5000;
  await ask(operator);
  await ask({});
  expect(calls).toEqual(["read", "write", "write", "read"]);
});
