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
 * Refuses unsafe requests from elsewhere: header and cookie must carry one token that this server signed for this
 * session, and the browser, where it says so, must name this origin. Both, because either alone has gaps (OWASP,
 * Cross-Site Request Forgery Prevention). A refusal hands out a good token: only a page of this origin can read it.
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
 * Hands the page a token for its session, unless it holds a good one. Not HttpOnly: the page copies it into the header.
 * It lives as long as the session, because pages tell by it that somebody may be signed in; without one it ends with the
 * browser.
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

function isSameOrigin(c: Context<AppEnv>): boolean {
  const origin = c.req.header("Origin");
  if (origin) return origin === new URL(c.req.url).origin;
  const site = c.req.header("Sec-Fetch-Site");
  return !site || site === "same-origin" || site === "none";
}
