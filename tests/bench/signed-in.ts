import { Hono } from "hono";
import type { KVNamespace } from "@cloudflare/workers-types";
import type { Store } from "#worker/commands/bindings.ts";
import { connect } from "#worker/db/connection.ts";
import type { AppEnv } from "#worker/env.ts";
import { requireUser } from "#worker/features/sessions/guards.ts";
import { meter } from "../support/meter.ts";
import { TOKENS } from "./bench-users.ts";

export type SignedInFigures = { roundTrips: number; rowsRead: number; kvOperations: number };

/** Measures a request that only checks the session. */
export async function measureSignedIn({ db, sessions: kv }: Store, now: number): Promise<SignedInFigures> {
  const counts = meter(db.$client);
  let kvOperations = 0;
  const countingKv = new Proxy(kv, {
    get: (target, name: keyof KVNamespace) => ((kvOperations += 1), target[name].bind(target)),
  });
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      const ports = { now: () => now, timeout: (ms: number) => AbortSignal.timeout(ms) };
      c.set("db", connect(counts.d1));
      c.set("ports", ports as AppEnv["Variables"]["ports"]);
      await next();
    })
    .get("/", requireUser, (c) => c.text(c.var.user.email));
  const bindings = { DB: { withSession: () => counts.d1 }, SESSIONS: countingKv };
  const response = await app.request(
    "https://directory.example/",
    { headers: { Cookie: `__Host-session=${TOKENS[0]}` } },
    bindings,
  );
  if (!response.ok) throw new Error(`The request was not signed in: ${response.status}`);
  return { roundTrips: counts.roundTrips, rowsRead: counts.rowsRead, kvOperations };
}
