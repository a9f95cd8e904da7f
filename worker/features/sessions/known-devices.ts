import type { Context } from "hono";
import { DEVICE_DAYS } from "#schema/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { readCookie, writeCookie } from "../../http/cookies.ts";
import { hmac, isEqual, randomToken } from "../../http/signing.ts";

// A browser that has logged in to an account keeps a signature that says so, also when it logs out: it may try passwords
// when strangers have used up what the account bears (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").

const DEVICE_COOKIE = "device";
/** Accounts that one browser is known for. */
const ACCOUNTS_MAX = 5;

const sign = (c: Context<AppEnv>, id: string, userId: number) => hmac(c.env.SECRET_KEY, `device:${id}:${userId}`);

/** `id~signature~signature…`, the account that was used last first. */
function readDevice(c: Context<AppEnv>): { id: string; signatures: string[] } {
  const [id, ...signatures] = (readCookie(c, DEVICE_COOKIE) ?? "").split("~");
  return id ? { id, signatures: signatures.slice(0, ACCOUNTS_MAX) } : { id: randomToken(), signatures: [] };
}

/** Names this browser if it has logged in to that account before. */
export function findKnownDevice(c: Context<AppEnv>, userId: number): string | undefined {
  const { id, signatures } = readDevice(c);
  const own = sign(c, id, userId);
  return signatures.some((signature) => isEqual(signature, own)) ? `${id}:${userId}` : undefined;
}

/** After a log-in. */
export function rememberDevice(c: Context<AppEnv>, userId: number): void {
  const { id, signatures } = readDevice(c);
  const own = sign(c, id, userId);
  const others = signatures.filter((signature) => signature !== own).slice(0, ACCOUNTS_MAX - 1);
  writeCookie(c, DEVICE_COOKIE, [id, own, ...others].join("~"), DEVICE_DAYS * 86_400);
}
