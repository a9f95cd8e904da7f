import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { connect, PRIMARY } from "../../db/connection.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { readCookie, SESSION_COOKIE } from "../../http/cookies.ts";
import { readOwnWrites } from "../../http/database.ts";
import { sha256 } from "../../http/signing.ts";
import { findSignedIn } from "./queries.ts";
import { renewSession } from "./session.ts";
import { isStaff, type SignedIn } from "./signed-in.ts";

/** Behind it `c.var.user` is who is signed in; nobody else passes (401, with that message). */
export const requireUserOr = (message: string) =>
  createMiddleware<AppEnv>(async function requireUser(c, next) {
    c.set("user", await requireSignedIn(c, message));
    await next();
  });

export const requireUser = requireUserOr(ACCOUNT_MESSAGES.signIn);

/** The same for staff and superusers; others get 403. */
export const requireStaff = createMiddleware<AppEnv>(async function requireStaff(c, next) {
  const user = await requireSignedIn(c, ACCOUNT_MESSAGES.signIn);
  if (!isStaff(user)) throw new AppError("not_allowed", ACCOUNT_MESSAGES.staffOnly);
  c.set("user", user);
  await next();
});

async function requireSignedIn(c: Context<AppEnv>, message: string): Promise<SignedIn> {
  const token = readCookie(c, SESSION_COOKIE);
  if (!token) throw new AppError("not_signed_in", message);
  // A replica might not know yet that the session was ended elsewhere.
  const primary = connect(c.env.DB.withSession(PRIMARY));
  const user = await findSignedIn(primary, { tokenHash: sha256(token), now: c.var.ports.now() });
  if (!user) throw new AppError("not_signed_in", message);
  readOwnWrites(c);
  await renewSession(c, token, user);
  return user;
}
