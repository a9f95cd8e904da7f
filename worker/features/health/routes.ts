import { Hono } from "hono";
import type { AppEnv, Bindings } from "../../env.ts";
import { inTime, PART_MS } from "../../in-time.ts";
import { logError } from "../../log.ts";

const ASK: Record<string, (env: Bindings) => Promise<unknown>> = {
  d1: (env) => env.DB.prepare("SELECT 1").first(),
  kv: (env) => env.SESSIONS.get("health"),
  r2: (env) => env.MEDIA.head("health"),
};

/**
 * GET /api/health/, for whoever watches over the site: `{"status": "ok" | "failing", "version", "parts": {d1, kv, r2}}`,
 * each part true where it answers. 503 unless all do.
 */
export const healthRoutes = new Hono<AppEnv>({ strict: false }).get("/", async (c) => {
  const parts = await Promise.all(
    Object.entries(ASK).map(async ([name, ask]) => {
      try {
        await inTime(ask(c.env), c.var.ports.timeout(PART_MS));
        return [name, true] as const;
      } catch (error) {
        logError(new Error(`${name} does not answer.`, { cause: error }));
        return [name, false] as const;
      }
    }),
  );
  const isOk = parts.every(([, isThere]) => isThere);
  const status = isOk ? "ok" : "failing";
  return c.json({ status, version: c.env.VERSION.id, parts: Object.fromEntries(parts) }, isOk ? 200 : 503);
});
