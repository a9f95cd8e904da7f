import type { SQL } from "drizzle-orm";
import type { Context } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { MINUTE_MS } from "#schema/values/dates.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { clientIp, countAttempt, type SubjectLimit, uncountAttempt } from "../../http/rate-limit.ts";
import { LIMITS, mailsOfClientToday } from "../../http/limits.ts";
import { logError } from "../../log.ts";
import { dailyLimit, type MailKind, quotaError, shareOfClient, usedUpQuota } from "./quota.ts";
import type { Mail } from "../../ports.ts";
import { mailboxOf } from "./mailbox.ts";
import { findKnownDevice } from "../sessions/known-devices.ts";

// Every mail that a visitor can cause to an address passes here, except notices, which wait in the outbox. So nobody can
// fill a mailbox, or use up the mails of the day.

/** For each kind, what counts for the quota of the day. */
const KINDS = {
  verification: "signUp",
  watch: "signUp",
  handover: "signUp",
  reset: "account",
  code: "account",
} satisfies Record<string, MailKind>;

type Addressee = {
  to: string;
  /** A code is mailed only after a proof: the password, Google or a session. Strangers can cause the other kinds. */
  kind: keyof typeof KINDS;
  /** See `SubjectLimit`. */
  clearedAt?: SQL;
};

/** Subject for rate limits. */
export const accountAndClient = (c: Context<AppEnv>, email: string) => `${email} ${clientIp(c)}`;

/**
 * Counts a mail before it is sent, whether or not the address has an account. Returns what was counted.
 * @throws AppError 429 if a limit is used up, 503 if today's mails are.
 */
export async function admitMail(c: Context<AppEnv>, { to, kind, clearedAt }: Addressee): Promise<SubjectLimit[]> {
  const device = await findKnownDevice(c, to);
  await requireQuota(c, device ? "known" : KINDS[kind]);
  // Counted apart: strangers behind the same IP address cannot use up the mails of known browsers.
  const client = device ? `known ${clientIp(c)}` : clientIp(c);
  const counted: SubjectLimit[] = [
    [LIMITS.mailsOfAccountAndClient, `${kind} ${accountAndClient(c, to)}`, clearedAt],
    [LIMITS.mailsOfClient, client],
    ...mailsOfToday(c, client),
    ...(device ? [[LIMITS.mailsOfDevice, device] as const] : ofMailbox(to, kind, clearedAt)),
  ];
  await countAttempt(c, ...counted);
  return counted;
}

/** What an IP address can use of the mails of a day. */
export function mailsOfToday(c: Context<AppEnv>, client: string): SubjectLimit[] {
  const max = shareOfClient(dailyLimit(c.env));
  return Number.isFinite(max) ? [[mailsOfClientToday(max), client]] : [];
}

/** Resets have no such limit, so that strangers cannot keep the owner from one: see `insertResetLink`. */
function ofMailbox(to: string, kind: Addressee["kind"], clearedAt: SQL | undefined): SubjectLimit[] {
  if (kind === "reset") return [];
  // Counted apart: strangers cannot use up the codes of the owner.
  return [[LIMITS.mailsOfMailbox, kind === "code" ? `code ${to}` : mailboxOf(to), clearedAt]];
}

async function requireQuota(c: Context<AppEnv>, kind: MailKind): Promise<void> {
  const { db, ports } = c.var;
  const used = await usedUpQuota(db, kind, { now: ports.now(), limit: dailyLimit(c.env) });
  if (used.length > 0) throw quotaError(c.var);
}

/**
 * Queues a mail whose code or link is valid for `minutes`. If that fails, the mail does not count.
 * @throws AppError 502 if neither the queue nor the mail service accepts the mail.
 */
export async function sendAdmitted(
  c: Context<AppEnv>,
  admitted: SubjectLimit[],
  urgent: { mail: Mail; minutes: number },
): Promise<void> {
  try {
    await sendUrgent(c, urgent);
  } catch (error) {
    await uncountAttempt(c, ...admitted);
    throw error;
  }
}

/** A warning is worth nothing after this time. */
const WARNING_MINUTES = 24 * 60;

/** Warns the owner of an account, if the mailbox did not get too many warnings today. `limits` are counted, too. */
export async function sendWarning(c: Context<AppEnv>, mail: Mail, ...limits: SubjectLimit[]): Promise<void> {
  const counted: SubjectLimit[] = [...limits, [LIMITS.mailsOfMailbox, `warning ${mail.to}`]];
  try {
    await requireQuota(c, "known");
    await countAttempt(c, ...counted);
    await sendAdmitted(c, counted, { mail, minutes: WARNING_MINUTES });
  } catch (error) {
    if (!(error instanceof AppError)) logError(error);
  }
}

/**
 * As `sendAdmitted`, for a mail that is sent after the response. It counts even if it fails: otherwise the count would
 * tell whether the address has an account.
 */
export async function sendUrgent(
  c: Context<AppEnv>,
  { mail, minutes }: { mail: Mail; minutes: number },
): Promise<void> {
  const { ports } = c.var;
  try {
    await ports.queueMail({ mail, expiresAt: ports.now() + minutes * MINUTE_MS });
  } catch (error) {
    logError(error);
    try {
      await ports.sendMail(mail);
    } catch (second) {
      logError(second);
      throw new AppError("provider_failed", ACCOUNT_MESSAGES.mailFailed);
    }
  }
}
