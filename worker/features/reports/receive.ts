import type { Context } from "hono";
import type { Answers } from "#schema/calls.ts";
import { type Difference, OWNER_DAYS, OWNER_REASONS, type Said } from "#schema/sites/reports.ts";
import { reports } from "#schema/tables/reports.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { LIMITS } from "../../http/limits.ts";
import { clientIp, countAttempt, type SubjectLimit } from "../../http/rate-limit.ts";
import { hmac } from "../../http/signing.ts";
import type { Mail } from "../../ports.ts";
import type { SignedInUser } from "../../signed-in.ts";
import { sendWarning } from "../outbox/mail-gate.ts";
import { mailboxOf } from "../outbox/mailbox.ts";
import { ownerMail, receiptMail } from "./mails.ts";
import { findProvenOwner, type Report } from "./queries.ts";
import { findReportPage, isSame } from "./subjects.ts";

type Sent = Pick<Report, "reason" | "email"> &
  Partial<Pick<Report, "text" | "name" | "source">> & { changes?: Said; child_abuse?: boolean };

/**
 * Stores a report or a suggestion, for the proven owner or for staff.
 * @throws AppError 404 if visitors see no such page, 400 if it says all of it already, 429 after too many.
 */
export async function receive(c: Context<AppEnv>, { changes: suggested, child_abuse: isAboutAbuse, ...sent }: Sent) {
  const { config, db, ports } = c.var;
  const { reason, email: to } = sent;
  const now = ports.now();
  const { kind, id, path, said } = await findReportPage(db, c.req.param("kind")!, c.req.param("key")!, now);
  const changes = suggested && differenceOf(said, suggested);
  const isSite = kind === "sites";
  const user = c.get("user") as SignedInUser | undefined;
  const from = user ? `user ${user.id}` : clientIp(c);
  await countAttempt(c, user ? [LIMITS.reportsOfUser, user.id] : [LIMITS.reportsOfClient, from]);
  const page = config.origin + path;
  const owner = isSite && OWNER_REASONS.includes(reason) ? await findProvenOwner(db, id) : undefined;
  const row = {
    ...sent,
    ...(isAboutAbuse && { text: `About sexual abuse of children: ${sent.text}` }),
    ...(isSite ? { siteId: id } : { productId: id }),
    about: said.name,
    page,
    changes,
    key: hmac(c.env.SECRET_KEY, `report:${JSON.stringify([to || from, page, sent, changes])}`),
    ownerUntil: owner ? now + OWNER_DAYS * DAY_MS : null,
    createdAt: now,
  };
  // The same person may have said the same, and nobody has answered yet.
  const [stored] = await db.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id });
  const warn = (mail: Mail, limit: SubjectLimit) => c.executionCtx.waitUntil(sendWarning(c, mail, limit));
  if (stored && owner) warn(ownerMail(config, { to: owner, name: said.name }), [LIMITS.ownerMailsOfSite, id]);
  if (stored && reason === "illegal" && to)
    warn(receiptMail(config, { to, page }), [LIMITS.receiptsOfMailbox, mailboxOf(to)]);
  const first = owner ? `The owner of ${said.name} can answer within ${OWNER_DAYS} days. Then our` : "Our";
  const message = `Thank you. ${first} staff decide.${to && " You get the answer by email."}`;
  return c.json<Answers["POST :kind/:key/:what/"]>({ message }, 202);
}

/** @throws AppError 400 if there is none. */
function differenceOf(said: Said, suggested: Said): Difference {
  const changed = Object.entries(suggested).filter(([key, value]) => key in said && !isSame(said[key], value));
  if (changed.length === 0) {
    const message = "The page says this already.";
    throw new AppError("bad_input", message, { fields: { changes: message } });
  }
  return { before: Object.fromEntries(changed.map(([key]) => [key, said[key]])), after: Object.fromEntries(changed) };
}
