import type { SQL } from "drizzle-orm";
import type { Context } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { clientIp, countAttempt, type Limit, type SubjectLimit, uncountAttempt } from "../../http/rate-limit.ts";
import { LIMITS } from "../../limits.ts";
import { logError } from "../../log.ts";
import { dailyLimit, type MailKind, quotaError, shareOfClient, usedUpQuota } from "../../mail-quota.ts";
import type { Mail } from "../../ports.ts";
import { findKnownDevice } from "../sessions/known-devices.ts";

// Every mail that a visitor can cause to an address passes here, except notices, which wait in the outbox. So nobody can
// fill a mailbox, or use up the mails of the day.

type Kind = { ofDay: MailKind; here: Limit };

const KINDS = {
  signUp: { ofDay: "signUp", here: LIMITS.verificationMailsOfAccountAndClient },
  watch: { ofDay: "signUp", here: LIMITS.searchWatchMailsOfAddressAndClient },
  reset: { ofDay: "account", here: LIMITS.resetMailsOfAccountAndClient },
  /** After a right password, or in a session. */
  code: { ofDay: "account", here: LIMITS.codesOfAccountAndClient },
} satisfies Record<string, Kind>;

type Addressee = {
  to: string;
  kind: keyof typeof KINDS;
  /** See `SubjectLimit`. */
  clearedAt?: SQL;
  /** Limits of the call itself. */
  also?: SubjectLimit[];
};

/** What `admitMail` has counted. */
export type Admitted = [SubjectLimit, ...SubjectLimit[]];

/** Subject for rate limits. */
export const accountAndClient = (c: Context<AppEnv>, email: string) => `${email} ${clientIp(c)}`;

/**
 * Counts a mail before it is sent, whether or not the address has an account.
 * @throws AppError 429 if a limit is used up, 503 if today's mails are.
 */
export async function admitMail(c: Context<AppEnv>, { to, kind, clearedAt, also = [] }: Addressee): Promise<Admitted> {
  const { ofDay, here } = KINDS[kind];
  const isKnown = (await findKnownDevice(c, to)) !== undefined;
  await requireQuota(c, isKnown ? "known" : ofDay);
  const limits: Admitted = [
    [here, accountAndClient(c, to), clearedAt],
    ...limitsOfClient(c, isKnown ? "known " : ""),
    ...(isKnown ? [] : [[LIMITS.mailsOfMailbox, mailboxOf(to, kind), clearedAt] as const]),
  ];
  const counted: Admitted = also.length > 0 ? [also[0]!, ...also.slice(1), ...limits] : limits;
  await countAttempt(c, ...counted);
  return counted;
}

/** Known browsers are counted apart: strangers behind the same IP address cannot use up their mails. */
function limitsOfClient(c: Context<AppEnv>, prefix: "known " | ""): SubjectLimit[] {
  const max = shareOfClient(dailyLimit(c.env));
  const subject = prefix + clientIp(c);
  const ofHour: SubjectLimit = [LIMITS.mailsOfClient, subject];
  return Number.isFinite(max) ? [ofHour, [{ ...LIMITS.mailsOfClientToday, max }, subject]] : [ofHour];
}

/**
 * Codes are counted apart, because they need the password: a stranger cannot use up those of the owner. Mails to
 * `anna+1@…` reach the mailbox of `anna@…`.
 */
const mailboxOf = (to: string, kind: Addressee["kind"]) =>
  kind === "code" ? `code ${to}` : to.replace(/\+[^@]*@/, "@");

async function requireQuota(c: Context<AppEnv>, kind: MailKind): Promise<void> {
  const { db, ports } = c.var;
  const used = await usedUpQuota(db, kind, { now: ports.now(), limit: dailyLimit(c.env) });
  if (used.length > 0) throw quotaError(c.var);
}

/**
 * Queues a mail with a code or a link that is valid for `minutes`, or takes its counts back. If the new code or link is
 * stored later, the previous one stays valid.
 * @throws AppError 502 if neither the queue nor the mail service accepts the mail.
 */
export async function sendAdmitted(
  c: Context<AppEnv>,
  admitted: Admitted,
  { mail, minutes }: { mail: Mail; minutes: number },
): Promise<void> {
  try {
    await sendUrgentMail(c, mail, minutes);
  } catch (error) {
    await uncountAttempt(c, ...admitted);
    throw error;
  }
}

/** A warning is worth nothing after this time. */
const WARNING_MINUTES = 24 * 60;

/** Warns the owner of an account, if the mailbox did not get too many warnings today. `limits` are counted, too. */
export async function sendWarning(c: Context<AppEnv>, mail: Mail, ...limits: SubjectLimit[]): Promise<void> {
  const ofMailbox: SubjectLimit = [LIMITS.mailsOfMailbox, `warning ${mail.to}`];
  const [first = ofMailbox, ...others] = [...limits, ofMailbox];
  const counted: Admitted = [first, ...others];
  try {
    await requireQuota(c, "account");
    await countAttempt(c, ...counted);
    await sendAdmitted(c, counted, { mail, minutes: WARNING_MINUTES });
  } catch (error) {
    if (!(error instanceof AppError)) logError(error);
  }
}

const MINUTE_MS = 60_000;

/** If the queue is down, the mail service gets the mail directly. */
async function sendUrgentMail(c: Context<AppEnv>, mail: Mail, minutes: number): Promise<void> {
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
