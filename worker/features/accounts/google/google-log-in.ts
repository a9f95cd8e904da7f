import type { Context } from "hono";
import type { User } from "#schema/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import type { PendingIdentity } from "../codes.ts";
import { startSession } from "../../sessions/session.ts";
import { isStaff } from "../../sessions/signed-in.ts";
import { logError } from "../../../log.ts";
import type { GoogleIdentity } from "../../../ports.ts";
import { ensureAccount, findByGoogleIdentity, linkOrCreateAccount, type Person } from "./google-users.ts";
import { sendCode } from "../log-in/log-in-code.ts";
import { googleLinkedMail } from "../mails.ts";

/**
 * Signs a browser in by a Google identity, or mails the code that is asked for first: of staff always, of others if
 * Google does not vouch for the address and the identity is not linked yet. Undefined if its account may not be used.
 */
export async function logInWithGoogle(
  c: Context<AppEnv>,
  { isAuthoritative, ...person }: GoogleIdentity,
): Promise<User | "code_sent" | undefined> {
  const { db, ports } = c.var;
  const known = await findByGoogleIdentity(db, person);
  const isLinked = known?.googleSub === person.sub;
  if (known && (known.suspendedAt !== null || (known.googleSub !== null && !isLinked))) return undefined;
  const needsCode = known !== undefined && isStaff(known);
  if (!needsCode && (isLinked || isAuthoritative)) return finish(c, person);

  const { sub: googleSub, firstName, lastName } = person;
  await sendCode(c, {
    // The account's own address, whatever Google's has become.
    email: known?.email ?? person.email,
    resetAt: known?.resetAt ?? null,
    identity: { googleSub, firstName, lastName },
    findId: async () => known?.id ?? ensureAccount(db, person.email, ports.now()),
  });
  return "code_sent";
}

type Tried = { userId: number; email: string; identity: PendingIdentity };

/** The same once the mailed code was right. Undefined if the identity opens another account by now. */
export async function logInAfterGoogleCode(c: Context<AppEnv>, tried: Tried): Promise<User | undefined> {
  const { googleSub: sub, firstName, lastName } = tried.identity;
  return finish(c, { sub, email: tried.email, firstName, lastName }, tried.userId);
}

async function finish(c: Context<AppEnv>, person: Person, userId?: number): Promise<User | undefined> {
  const { db, ports, config } = c.var;
  const account = await linkOrCreateAccount(db, person, ports.now());
  if (!account || account.isSuspended || (userId !== undefined && account.userId !== userId)) return undefined;
  if (account.isNewlyLinked)
    c.executionCtx.waitUntil(ports.sendMail(googleLinkedMail(config, person.email)).catch(logError));
  return startSession(c, account);
}
