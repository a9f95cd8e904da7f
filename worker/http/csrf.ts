import { getCookie, setCookie } from "hono/cookie";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { AppError } from "../errors.ts";
import { hmac, isEqual, randomToken } from "./signing.ts";

const CSRF_COOKIE = "csrftoken";
const CSRF_HEADER = "X-CSRFToken";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses unsafe requests from elsewhere: header and cookie must carry one token that this server signed, and the
 * browser, where it says so, must name this origin. Both, because either alone has gaps (OWASP, Cross-Site Request
 * Forgery Prevention).
 */
export const csrf = createMiddleware<AppEnv>(async function csrf(c, next) {
  if (!SAFE_METHODS.has(c.req.method)) {
    const token = c.req.header(CSRF_HEADER) ?? "";
    const matches = isEqual(token, getCookie(c, CSRF_COOKIE) ?? "");
    if (!matches || !isFromHere(c) || !isSigned(token, c.env.SECRET_KEY)) {
      throw new AppError("not_allowed", "CSRF token missing or incorrect.");
    }
  }
  await next();
});

/** Hands the page a token, unless it holds a good one already. Not HttpOnly: the page copies it into the header. */
export function setCsrfCookie(c: Context<AppEnv>): void {
  const held = getCookie(c, CSRF_COOKIE);
  if (held && isSigned(held, c.env.SECRET_KEY)) return;
  const nonce = randomToken();
  setCookie(c, CSRF_COOKIE, `${nonce}.${sign(nonce, c.env.SECRET_KEY)}`, {
    path: "/",
    sameSite: "Lax",
    secure: new URL(c.req.url).protocol === "https:",
  });
}

const sign = (nonce: string, key: string) => hmac(key, `csrf:${nonce}`);

function isSigned(token: string, key: string): boolean {
  const [nonce = "", signature = ""] = token.split(".");
  return isEqual(signature, sign(nonce, key));
}

function isFromHere(c: Context<AppEnv>): boolean {
  const origin = c.req.header("Origin");
  if (origin) return origin === new URL(c.req.url).origin;
  const site = c.req.header("Sec-Fetch-Site");
  return !site || site === "same-origin" || site === "none";
}
