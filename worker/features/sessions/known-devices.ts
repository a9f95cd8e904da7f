import { eq } from "drizzle-orm";
import type { Context } from "hono";
import { KNOWN_DEVICE_DAYS } from "#schema/accounts/accounts.ts";
import { DAY_SECONDS } from "#schema/values/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { readCookie, writeCookie } from "../../http/cookies.ts";
import { hmac, isEqual, randomToken } from "../../http/signing.ts";

// A browser that has signed in to an account keeps a signed cookie that proves it, even after a log-out. It can still
// sign in when strangers have used up the account's limits. The cookie ends with the account's other sessions: a reset,
// a change of the password and "log out everywhere" raise the epoch that it signs. Source: OWASP, "Slow Down Online Guessing
// Attacks with Device Cookies".

const DEVICE_COOKIE = "device";
/** A browser is known for this many accounts. A further one replaces the least recently used. */
const MAX_ACCOUNTS = 5;

type Account = { id: number; email: string; epoch: number };

const sign = (c: Context<AppEnv>, device: string, { id, email, epoch }: Account) =>
  hmac(c.env.SECRET_KEY, `device:${device}:${id}:${email}:${epoch}`);

/** Reads the cookie `id~signature~signature…`, most recently used account first, or returns a new id. */
function readDevice(c: Context<AppEnv>): { id: string; signatures: string[] } {
  const [id, ...signatures] = (readCookie(c, DEVICE_COOKIE) ?? "").split("~");
  return id ? { id, signatures: signatures.slice(0, MAX_ACCOUNTS) } : { id: randomToken(), signatures: [] };
}

/** Returns an id for this browser and account, or undefined if the browser has not signed in to the account before. */
export async function findKnownDevice(c: Context<AppEnv>, email: string): Promise<string | undefined> {
  const { id, signatures } = readDevice(c);
  if (signatures.length === 0) return undefined;
  const [user] = await c.var.db
    .select({ id: users.id, epoch: users.sessionEpoch })
    .from(users)
    .where(eq(users.email, email));
  const own = user && sign(c, id, { email, ...user });
  return own && signatures.some((signature) => isEqual(signature, own)) ? `${id}:${email}` : undefined;
}

export function rememberDevice(c: Context<AppEnv>, account: Account): void {
  const { id, signatures } = readDevice(c);
  const own = sign(c, id, account);
  const others = signatures.filter((signature) => signature !== own).slice(0, MAX_ACCOUNTS - 1);
  writeCookie(c, DEVICE_COOKIE, [id, own, ...others].join("~"), KNOWN_DEVICE_DAYS * DAY_SECONDS);
}
