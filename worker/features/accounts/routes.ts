import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { setCsrfCookie } from "../../http/csrf.ts";

/** GET /api/check_auth/ and GET /api/user/. Nobody can sign in yet, so nobody is signed in. */
export const sessionRoutes = new Hono<AppEnv>({ strict: false }).get("/", (c) => {
  setCsrfCookie(c);
  throw new AppError("not_signed_in", "Please sign in.");
});
