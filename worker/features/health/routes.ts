import { type Context, Hono } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import type { AppEnv, Bindings } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { withDeadline, SERVICE_TIMEOUT_MS } from "../../http/deadline.ts";
import { clientIp, isFlood } from "../../http/rate-limit.ts";
import { isEqual } from "../../http/signing.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { stripeProblem } from "../../config/settings.ts";
import { describeProblem, type Mode, PROBES } from "./probes.ts";

type Health = { parts: Record<string, boolean>; problems: Record<string, string> };

/** How long a result is reused, in milliseconds. */
const CACHE_MS = 5000;
type Results = WeakMap<Bindings, { at: number; health: Health }>;
const results: Record<Mode, Results> = { read: new WeakMap(), write: new WeakMap() };

/**
 * GET /api/health/, for uptime monitors. Returns `{"status": "ok" | "failing", "version", "parts": {d1, kv, r2},
 * "problems": {part: text}}`. A part is true if its probe succeeded. The status is 503 unless all parts are true.
 * Strangers learn whether the parts can be read. With `Authorization: Bearer HEALTH_TOKEN` the probes also write.
 */
export const healthRoutes = new Hono<AppEnv>({ strict: false }).get("/", async (c) => {
  const { ports } = c.var;
  const mode = await admit(c);
  const last = results[mode].get(c.env);
  const isRecent = last !== undefined && Math.abs(ports.now() - last.at) < CACHE_MS;
  const health = isRecent ? last.health : await runProbes(c.env, mode, ports);
  if (!isRecent) results[mode].set(c.env, { at: ports.now(), health });
  const isOk = Object.values(health.parts).every(Boolean);
  return c.json({ status: isOk ? "ok" : "failing", version: c.env.VERSION.id, ...health }, isOk ? 200 : 503);
});

/** @throws AppError 401 for a wrong token, so that a monitor does not silently check less, and 429. */
async function admit(c: Context<AppEnv>): Promise<Mode> {
  const { HEALTH_TOKEN, FETCH_LIMIT } = c.env;
  const given = c.req.header("Authorization");
  if (given && HEALTH_TOKEN && isEqual(given, `Bearer ${HEALTH_TOKEN}`)) return "write";
  // Its own counter: images of a network's visitors do not use up the calls of its monitor.
  if (await isFlood(FETCH_LIMIT, `health:${clientIp(c)}`))
    throw new AppError("too_many", ACCOUNT_MESSAGES.tooMany, { retryAfter: 60 });
  if (given) throw new AppError("not_signed_in", "This is not the HEALTH_TOKEN of the directory.");
  return "read";
}

async function runProbes(env: Bindings, mode: Mode, { timeout }: Ports): Promise<Health> {
  const health: Health = { parts: {}, problems: {} };
  const asked = Object.entries(PROBES).map(async ([name, ask]) => {
    // Set before the probes end, so that the response lists the parts in this order.
    health.parts[name] = false;
    try {
      await withDeadline(ask(env, mode), timeout(SERVICE_TIMEOUT_MS));
      health.parts[name] = true;
    } catch (error) {
      health.problems[name] = describeProblem(error);
      logError(new Error(`${name} ${health.problems[name]}.`, { cause: error }));
    }
  });
  await Promise.all(asked);
  // The rest works without payments.
  const payments = stripeProblem(env);
  if (payments) health.problems["payments"] = payments;
  return health;
}
