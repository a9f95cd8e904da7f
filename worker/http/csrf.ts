import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { AppError } from "../errors.ts";
import { readCookie, SESSION_COOKIE, SESSION_SECONDS, writeReadableCookie } from "./cookies.ts";
import { hmac, isEqual, randomToken } from "./signing.ts";

const CSRF_COOKIE = "csrftoken";
const CSRF_HEADER = "X-CSRFToken";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses unsafe requests from other sites with 403. Header and cookie must carry the same token, signed by this server
 * for this session. If the browser sends `Origin` or `Sec-Fetch-Site`, it must name this origin. Each of the two checks
 * alone has gaps (OWASP, Cross-Site Request Forgery Prevention). A refusal also sets a valid token, which only pages of
 * this origin can read.
 */
export const csrf = createMiddleware<AppEnv>(async function csrf(c, next) {
  if (!SAFE_METHODS.has(c.req.method)) {
    const token = c.req.header(CSRF_HEADER) ?? "";
    const matches = isEqual(token, readCookie(c, CSRF_COOKIE) ?? "");
    const session = readCookie(c, SESSION_COOKIE);
    if (!matches || !isSameOrigin(c) || !isSigned(token, session, c.env.SECRET_KEY)) {
      setCsrfCookie(c, session);
      throw new AppError("not_allowed", "CSRF token missing or incorrect.");
    }
  }
  await next();
});

/**
 * Sets a token for the session; a valid one is kept. The cookie is not HttpOnly, because the page copies it into the
 * header. It lives as long as the session: pages take it as a sign that the visitor may be signed in.
 */
export function setCsrfCookie(c: Context<AppEnv>, session: string | undefined): void {
  const held = readCookie(c, CSRF_COOKIE);
  const key = c.env.SECRET_KEY;
  const token = held && isSigned(held, session, key) ? held : newToken(session, key);
  writeReadableCookie(c, CSRF_COOKIE, token, session ? SESSION_SECONDS : undefined);
}

function newToken(session: string | undefined, key: string): string {
  const nonce = randomToken();
  return `${nonce}.${sign(nonce, session, key)}`;
}

const sign = (nonce: string, session: string | undefined, key: string) => hmac(key, `csrf:${nonce}:${session ?? ""}`);

function isSigned(token: string, session: string | undefined, key: string): boolean {
  const [nonce = "", signature = ""] = token.split(".");
  return isEqual(signature, sign(nonce, session, key));
}

export function isSameOrigin(c: Context<AppEnv>): boolean {
  const origin = c.req.header("Origin");
  if (origin) return origin === new URL(c.req.url).origin;
  const site = c.req.header("Sec-Fetch-Site");
  return !site || site === "same-origin" || site === "none";
}
