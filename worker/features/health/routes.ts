import { Hono } from "hono";
import type { AppEnv, Bindings } from "../../env.ts";
import { withDeadline, SERVICE_TIMEOUT_MS } from "../../http/deadline.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { stripeProblem } from "../../config/settings.ts";
import { describeProblem, PROBES } from "./probes.ts";

type Health = { parts: Record<string, boolean>; problems: Record<string, string> };

/** How long a result is reused, in milliseconds. The endpoint is public, and each probe writes. */
const CACHE_MS = 5000;
const cache = new WeakMap<Bindings, { at: number; health: Health }>();

/**
 * GET /api/health/, for uptime monitors. Returns `{"status": "ok" | "failing", "version", "parts": {d1, kv, r2},
 * "problems": {part: text}}`. A part is true if its probe succeeded. The status is 503 unless all parts are true.
 */
export const healthRoutes = new Hono<AppEnv>({ strict: false }).get("/", async (c) => {
  const { ports } = c.var;
  const last = cache.get(c.env);
  const isRecent = last !== undefined && Math.abs(ports.now() - last.at) < CACHE_MS;
  const health = isRecent ? last.health : await runProbes(c.env, ports);
  if (!isRecent) cache.set(c.env, { at: ports.now(), health });
  const isOk = Object.values(health.parts).every(Boolean);
  return c.json({ status: isOk ? "ok" : "failing", version: c.env.VERSION.id, ...health }, isOk ? 200 : 503);
});

async function runProbes(env: Bindings, { timeout }: Ports): Promise<Health> {
  const health: Health = { parts: {}, problems: {} };
  const asked = Object.entries(PROBES).map(async ([name, ask]) => {
    // Set before the probes end, so that the response lists the parts in this order.
    health.parts[name] = false;
    try {
      await withDeadline(ask(env), timeout(SERVICE_TIMEOUT_MS));
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
