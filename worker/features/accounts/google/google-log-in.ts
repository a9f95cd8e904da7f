import type { Context } from "hono";
import type { User } from "#schema/accounts/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import type { PendingIdentity } from "../codes.ts";
import { startSession } from "../../sessions/session.ts";
import { isStaff } from "../../../signed-in.ts";
import { sendWarning } from "../../outbox/mail-gate.ts";
import type { GoogleIdentity } from "../../../ports.ts";
import { ensureAccount, findByGoogleIdentity, linkOrCreateAccount, type Person } from "./google-users.ts";
import { sendGoogleCode } from "../log-in/log-in-code.ts";
import { googleLinkedMail } from "../mails.ts";

/**
 * Signs the user in with a Google identity, or mails a code that the user must enter first ("code_sent"). Staff always
 * need the code. Others need it if the identity is not linked yet and Google is not authoritative for its email address.
 * @returns undefined if the account is suspended or linked to another Google identity.
 * @throws AppError 429 if too many codes were mailed, 502 if the mail could not be sent.
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
  if (!needsCode && (isLinked || isAuthoritative)) return linkAndStartSession(c, person);

  const { sub: googleSub, firstName, lastName } = person;
  await sendGoogleCode(c, {
    // Google's email address may have changed since the account was linked.
    email: known?.email ?? person.email,
    identity: { googleSub, firstName, lastName },
    findId: async () => known?.id ?? ensureAccount(db, person.email, ports.now()),
  });
  return "code_sent";
}

type VerifiedCode = { userId: number; email: string; identity: PendingIdentity };

/**
 * Signs the user in after the mailed code was right. Returns undefined if the account is suspended, or if the identity
 * or the account is now linked to another one.
 */
export async function logInAfterGoogleCode(c: Context<AppEnv>, verified: VerifiedCode): Promise<User | undefined> {
  const { googleSub: sub, firstName, lastName } = verified.identity;
  return linkAndStartSession(c, { sub, email: verified.email, firstName, lastName }, verified.userId);
}

async function linkAndStartSession(c: Context<AppEnv>, person: Person, userId?: number): Promise<User | undefined> {
  const { db, ports, config } = c.var;
  const account = await linkOrCreateAccount(db, person, ports.now());
  if (!account || account.isSuspended || (userId !== undefined && account.userId !== userId)) return undefined;
  if (account.isNewlyLinked) c.executionCtx.waitUntil(sendWarning(c, googleLinkedMail(config, person.email)));
  return startSession(c, account);
}
