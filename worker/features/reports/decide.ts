import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { decisionForm } from "#schema/sites/report-forms.ts";
import { REPORT_MESSAGES } from "#schema/sites/reports.ts";
import { MAX_ALTERNATIVES } from "#schema/sites/sites.ts";
import { reports } from "#schema/tables/reports.ts";
import { sites } from "#schema/tables/sites.ts";
import { batchReturningLast, type Query, type Statement, violatesConstraint } from "../../db/connection.ts";
import { failBatchUnless } from "../../db/fail-batch.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { isStaff } from "../../signed-in.ts";
import { auditStaffChange } from "../audit/staff-changes.ts";
import { mailKey } from "../outbox/mail-key.ts";
import { enqueueMail } from "../outbox/queries.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { findEditableSite } from "../sites/read/owner-sites.ts";
import { auditedSite } from "../sites/rows/audited.ts";
import { changeListing } from "../sites/save/change.ts";
import { differenceOf, isSame, patchOf } from "./difference.ts";
import { decisionMail } from "./mails.ts";
import { isTurnOf, isWaiting, type Report } from "./queries.ts";

const fields = { state: { value: reports.state }, answer: { value: reports.answer } };
const auditedReport = { app: "reports", name: "report", table: reports, key: reports.id, fields };

/**
 * The answer of staff or of a proven owner: makes a suggested change of a listing, mails the person, and forgets who it was.
 * @throws AppError 404 if the caller may not decide or it is decided already, 409 if the listing has changed or is gone.
 */
export async function decide(c: Context<AppEnv>, id: number, decision: z.output<typeof decisionForm>): Promise<void> {
  const { db, user, ports, config } = c.var;
  const { accepted, answer } = decision;
  const by = isStaff(user) ? "staff" : "owner";
  const may = isStaff(user) ? isWaiting : isTurnOf(user.id);
  const [found] = await db
    .select()
    .from(reports)
    .where(and(eq(reports.id, id), may));
  if (!found) throw new AppError("not_found", REPORT_MESSAGES.decided);
  const [now, key, state] = [ports.now(), mailKey(auditedReport, id), accepted ? "accepted" : "declined"] as const;
  const decided = { answer, decidedBy: by, decidedAt: now, email: "", name: "" } as const;
  const mail = found.email && decisionMail(config, { ...found, to: found.email, accepted, answer, by });
  const statements = [
    ...auditStaffChange(c, auditedReport, { id, ownerId: by === "owner" ? user.id : null }, { state, answer }),
    db
      .update(reports)
      .set({ ...decided, state: failBatchUnless(may, reports.state, state) })
      .where(eq(reports.id, id)),
    ...(mail ? [enqueueMail(db, { key, mail, now })] : []),
  ];
  try {
    const answered = db.select({ id: reports.id }).from(reports).where(eq(reports.id, id));
    // Staff change products themselves.
    await (accepted && found.changes && found.productId === null
      ? changeSite(c, found, statements, answered)
      : batchReturningLast(db, statements, answered));
  } catch (error) {
    if (violatesConstraint(error, reports.state)) throw new AppError("not_found", REPORT_MESSAGES.decided);
    throw violatesConstraint(error, sites.updatedAt) ? new AppError("conflict", REPORT_MESSAGES.changed) : error;
  }
  if (mail) c.executionCtx.waitUntil(sendFromOutbox({ ports }, key));
}

/** As a save by the owner or by staff, in one transaction with `also`. */
async function changeSite<T>(c: Context<AppEnv>, report: Report, also: Statement[], answer: Query<T>): Promise<T> {
  const { db, user, ports } = c.var;
  if (report.siteId === null) throw new AppError("conflict", REPORT_MESSAGES.gone);
  const site = await findEditableSite(db, user, { id: report.siteId });
  const { before, after } = differenceOf(site, report.changes!.after);
  const isOutdated = Object.keys(before).some((key) => !isSame(before[key], report.changes!.before[key]));
  if (isOutdated) throw new AppError("conflict", REPORT_MESSAGES.changed);
  if (Object.keys(after).length === 0) return batchReturningLast(db, also, answer);
  const patch = patchOf(after, site, report.source);
  const { facts, fact_sources, alternatives, ...texts } = patch;
  if ((alternatives?.length ?? 0) > MAX_ALTERNATIVES) throw new AppError("conflict", REPORT_MESSAGES.tooManyProducts);
  const audit = auditStaffChange(c, auditedSite, site, {
    ...texts,
    ...(facts && { facts: JSON.stringify(facts), fact_sources: JSON.stringify(fact_sources) }),
    ...(alternatives && { alternatives: alternatives.map((one) => one.name).join(", ") }),
  });
  return changeListing(db, {
    actor: user,
    id: site.id,
    patch,
    seenVersion: site.updatedAt,
    now: ports.now(),
    also: () => [...audit, ...also],
    answer,
  });
}
