import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { users } from "#schema/tables/accounts.ts";
import { connect, type Db } from "#worker/db/connection.ts";
import type { AppEnv, Bindings } from "#worker/env.ts";
import { savedAheadMs } from "#worker/dev/stripe/stand-in-state.ts";
import { hashPassword } from "#worker/features/accounts/passwords/password-hash.ts";
import { startSession } from "#worker/features/sessions/session.ts";
import type { Ports } from "#worker/ports.ts";
import { retryIfClosed } from "./retry-if-closed.ts";
import { PASSWORD } from "./accounts.ts";

export type Cookie = { name: string; value: string; httpOnly: boolean };

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

let passwordHash: Promise<string> | undefined;

/** Creates the account if needed, verified and with `PASSWORD`. */
async function accountOf(db: Db, email: string): Promise<{ userId: number; epoch: number }> {
  const find = () =>
    db.select({ userId: users.id, epoch: users.sessionEpoch }).from(users).where(eq(users.email, email));
  const [known] = await find();
  if (known) return known;
  const now = Date.now();
  await db.insert(users).values({
    email,
    firstName: "Anna",
    lastName: "Berg",
    passwordHash: await (passwordHash ??= hashPassword(PASSWORD)),
    emailVerifiedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  return (await find())[0]!;
}

async function signIn(env: Bindings, email: string): Promise<Cookie[]> {
  const db = connect(env.DB);
  const aheadMs = await savedAheadMs(env);
  const pending: Promise<unknown>[] = [];
  const app = new Hono<AppEnv>().post("/", async (c) => {
    c.set("db", db);
    c.set("ports", { now: () => Date.now() + aheadMs } as Ports);
    return c.json(await startSession(c, await accountOf(db, email)));
  });
  app.onError((error) => {
    throw error;
  });
  const response = await app.request(env.SITE_URL, { method: "POST", headers: { "User-Agent": CHROME } }, env, {
    waitUntil: (task) => void pending.push(task),
    passThroughOnException: () => {},
    props: {},
  });
  await Promise.all(pending);
  return response.headers.getSetCookie().map((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    return { name: name!, value: value!, httpOnly: /; HttpOnly/.test(line) };
  });
}

/**
 * Starts a server that creates accounts and sessions. Test files call it, because they run in other processes. The request
 * body is an email address. `POST /account` creates the account if needed. `POST /session` also returns session cookies.
 */
export async function startSignInServer(env: Bindings): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    try {
      const email = await text(request);
      const result = await retryIfClosed<unknown>(() =>
        request.url === "/session" ? signIn(env, email) : accountOf(connect(env.DB), email),
      );
      response.end(JSON.stringify(result));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as { port: number };
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
