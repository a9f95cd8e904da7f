import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { SESSION_IDLE_DAYS } from "#schema/accounts/accounts.ts";
import { DAY_SECONDS } from "#schema/values/dates.ts";
import type { AppEnv } from "../env.ts";

export const SESSION_COOKIE = "session";
export const SESSION_SECONDS = SESSION_IDLE_DAYS * DAY_SECONDS;

const isHttps = (c: Context<AppEnv>) => new URL(c.req.url).protocol === "https:";

// On https, cookie names begin with `__Host-`, so no other host under the same domain can set them.

export const readCookie = (c: Context<AppEnv>, name: string) => getCookie(c, name, isHttps(c) ? "host" : undefined);

/** Scripts cannot read this cookie. `maxAge` is in seconds. */
export function writeCookie(c: Context<AppEnv>, name: string, value: string, maxAge: number): void {
  setCookie(c, name, value, { ...options(c), maxAge });
}

/** Scripts can read this cookie. Without `maxAge` (seconds) it ends with the browser session. */
export function writeReadableCookie(c: Context<AppEnv>, name: string, value: string, maxAge?: number): void {
  setCookie(c, name, value, { ...options(c), httpOnly: false, ...(maxAge !== undefined && { maxAge }) });
}

export function clearCookie(c: Context<AppEnv>, name: string): void {
  deleteCookie(c, name, options(c));
}

const options = (c: Context<AppEnv>) => ({
  path: "/",
  httpOnly: true,
  sameSite: "Lax" as const,
  secure: isHttps(c),
  ...(isHttps(c) && { prefix: "host" as const }),
});
