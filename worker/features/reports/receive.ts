import type { Context } from "hono";
import type { Answers } from "#schema/calls.ts";
import type { ReportPage } from "#schema/pages/pages.ts";
import { productPath, sitePath } from "#schema/pages/paths.ts";
import { OWNER_DAYS, OWNER_REASONS } from "#schema/sites/reports.ts";
import { reports } from "#schema/tables/reports.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { LIMITS } from "../../http/limits.ts";
import { clientIp, countAttempt } from "../../http/rate-limit.ts";
import { hmac } from "../../http/signing.ts";
import type { SignedInUser } from "../../signed-in.ts";
import { sendWarning } from "../outbox/mail-gate.ts";
import { differenceOf } from "./difference.ts";
import { ownerMail, receiptMail } from "./mails.ts";
import { findProvenOwner, type Report } from "./queries.ts";

type Sent = Pick<Report, "reason" | "email"> & Partial<Pick<Report, "text" | "name" | "changes" | "source">>;
type Suggested = { changes: Record<string, unknown>; source: string; email: string };

/** @throws AppError 400 if the page says all of it already, and as `receive`. */
export function receiveSuggestion(c: Context<AppEnv>, subject: ReportPage, { changes: suggested, ...sent }: Suggested) {
  const changes = differenceOf((subject.site ?? subject.product)!, suggested);
  const message = "The page says this already.";
  if (Object.keys(changes.after).length === 0)
    throw new AppError("bad_input", message, { fields: { changes: message } });
  return receive(c, subject, { reason: "suggestion", changes, ...sent });
}

/** Stores a report for the proven owner or for staff. @throws AppError 429 after too many. */
export async function receive(c: Context<AppEnv>, { site, product }: ReportPage, sent: Sent) {
  const { config, db, ports } = c.var;
  const { reason, email: to } = sent;
  const now = ports.now();
  const user = c.get("user") as SignedInUser | undefined;
  const from = user ? `user ${user.id}` : clientIp(c);
  await countAttempt(c, user ? [LIMITS.reportsOfUser, user.id] : [LIMITS.reportsOfClient, from]);
  const about = (site ?? product)!.name;
  const page = config.origin + (site ? sitePath(site.slug) : productPath(product!.slug));
  const key = hmac(c.env.SECRET_KEY, `report:${JSON.stringify([to || from, page, sent])}`);
  const owner = site && OWNER_REASONS.includes(reason) ? await findProvenOwner(db, site.id) : undefined;
  const ownerUntil = owner ? now + OWNER_DAYS * DAY_MS : null;
  const [stored] = await db
    .insert(reports)
    .values({ ...sent, siteId: site?.id, productId: product?.id, about, page, key, ownerUntil, createdAt: now })
    // The same person has said the same, and nobody has answered yet.
    .onConflictDoNothing()
    .returning({ id: reports.id });
  if (stored && owner)
    c.executionCtx.waitUntil(
      sendWarning(c, ownerMail(config, { to: owner, name: about }), [LIMITS.ownerMailsOfSite, site!.id]),
    );
  if (stored && reason === "illegal" && to)
    c.executionCtx.waitUntil(sendWarning(c, receiptMail(config, { to, page }), [LIMITS.receiptsOfMailbox, to]));
  const who = owner ? `The owner of ${about} can answer within ${OWNER_DAYS} days. Then our staff decide.` : STAFF;
  return c.json<Answers["POST :kind/:key/:what/"]>(
    { message: `Thank you. ${who}${to && " You get the answer by email."}` },
    202,
  );
}

const STAFF = "Our staff look at it and decide.";
