import type { D1Database } from "@cloudflare/workers-types";
import { Hono } from "hono";
import { DAY_MS } from "#schema/values/dates.ts";
import type { AppEnv } from "#worker/env.ts";
import { logInRoutes } from "#worker/features/accounts/log-in/log-in-routes.ts";
import type { UrgentMail } from "#worker/ports.ts";
import { connect } from "#worker/db/connection.ts";
import { EMAILS, PASSWORD } from "./bench-users.ts";

const ORIGIN = "https://directory.example";

/**
 * Signs in with password and code, through the product's own routes. Each call is a day later, so that no rate limit
 * is reached.
 */
export function createSignIn(d1: D1Database, now: number): () => Promise<void> {
  const db = connect(d1);
  let days = 0;
  let code = "";
  const ports = {
    now: () => now + days * DAY_MS,
    timeout: (ms) => AbortSignal.timeout(ms),
    queueMail: async (message) => void (code = /\b\d{6}\b/.exec((message as UrgentMail).mail.text)![0]),
  } as Pick<AppEnv["Variables"]["ports"], "now" | "timeout" | "queueMail">;
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("db", db);
      c.set("config", { name: "Directory", origin: ORIGIN, supportEmail: "support@directory.example" });
      c.set("ports", ports as AppEnv["Variables"]["ports"]);
      await next();
    })
    .route("/", logInRoutes);
  const kv = new Map<string, string>();
  const bindings = {
    SECRET_KEY: "key of the bench",
    ACCOUNT_LIMIT: { limit: async () => ({ success: true }) },
    SESSIONS: {
      get: async (key: string) => kv.get(key) ?? null,
      put: async (key: string, value: string) => void kv.set(key, value),
    },
  };
  const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
  const email = EMAILS[0]!;

  async function post(path: string, body: object, cookie = ""): Promise<string> {
    const headers = { "Content-Type": "application/json", Cookie: cookie };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await app.request(ORIGIN + path, init, bindings, context);
    if (!response.ok) throw new Error(`The sign-in failed: ${response.status} ${await response.text()}`);
    return response.headers
      .getSetCookie()
      .map((set) => set.split(";", 1)[0]!)
      .join("; ");
  }

  return async () => {
    days += 1;
    const cookie = await post("/", { email, password: PASSWORD });
    await post("/verify", { email, code }, cookie);
  };
}
