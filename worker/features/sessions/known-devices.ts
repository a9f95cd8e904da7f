import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { KNOWN_DEVICE_DAYS } from "#schema/accounts.ts";
import { users } from "#schema/tables/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { readCookie, writeCookie } from "../../http/cookies.ts";
import { hmac, isEqual, randomToken } from "../../http/signing.ts";

// A browser that has signed in to an account keeps a signed cookie that proves it, even after a log-out. It can still
// sign in when strangers have used up the account's limits. The cookie ends with the account's other sessions: a reset,
// a change of the password and "log out everywhere" raise the epoch in it. Source: OWASP, "Slow Down Online Guessing
// Attacks with Device Cookies".

const DEVICE_COOKIE = "device";
/** A browser is known for this many accounts. A further one replaces the least recently used. */
const MAX_ACCOUNTS = 5;

type Account = { email: string; epoch: number };

/** `{epoch}.{signature}` */
const proofOf = (c: Context<AppEnv>, id: string, { email, epoch }: Account) =>
  `${epoch}.${hmac(c.env.SECRET_KEY, `device:${id}:${email}:${epoch}`)}`;

/** Reads the cookie `id~proof~proof…`, most recently used account first, or returns a new id. */
function readDevice(c: Context<AppEnv>): { id: string; proofs: string[] } {
  const [id, ...proofs] = (readCookie(c, DEVICE_COOKIE) ?? "").split("~");
  return id ? { id, proofs: proofs.slice(0, MAX_ACCOUNTS) } : { id: randomToken(), proofs: [] };
}

const isProofFor = (c: Context<AppEnv>, id: string, email: string) => (proof: string) =>
  isEqual(proof, proofOf(c, id, { email, epoch: Number.parseInt(proof, 10) }));

/** Returns an id for this browser and account, or undefined if the browser has not signed in to the account before. */
export async function findKnownDevice(c: Context<AppEnv>, email: string): Promise<string | undefined> {
  const { id, proofs } = readDevice(c);
  const proof = proofs.find(isProofFor(c, id, email));
  if (!proof) return undefined;
  const [current] = await c.var.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.sessionEpoch, Number.parseInt(proof, 10))));
  return current && `${id}:${email}`;
}

export function rememberDevice(c: Context<AppEnv>, account: Account): void {
  const { id, proofs } = readDevice(c);
  const isOwn = isProofFor(c, id, account.email);
  const others = proofs.filter((proof) => !isOwn(proof)).slice(0, MAX_ACCOUNTS - 1);
  writeCookie(c, DEVICE_COOKIE, [id, proofOf(c, id, account), ...others].join("~"), KNOWN_DEVICE_DAYS * 86_400);
}
