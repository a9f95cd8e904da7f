import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { type FactName, type Facts, type FactSources, inFactOrder } from "#schema/facts/facts.ts";
import { REPORT_MESSAGES, type Said } from "#schema/sites/reports.ts";
import type { SiteForm } from "#schema/sites/site-form.ts";
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
import { type EditableSiteRow, findEditableSite } from "../sites/read/owner-sites.ts";
import { auditedSite } from "../sites/rows/audited.ts";
import { changeListing } from "../sites/save/change.ts";
import { decisionMail } from "./mails.ts";
import { isTurnOf, isWaiting, type Report } from "./queries.ts";
import { isSame, saidBy } from "./subjects.ts";

type Decision = { id: number; state: "accepted" | "declined"; answer: string };
/** As `ChangeBatch` of the admin. */
type Batch<T> = { also: Statement[]; answer: Query<T> };

/**
 * The answer of staff or of a proven owner: makes a suggested change of a listing, mails the person, and forgets who it was.
 * @throws AppError 404 if the caller may not decide or it is decided already, 409 if the listing has changed.
 */
export async function decide<T>(c: Context<AppEnv>, { id, state, answer }: Decision, batch: Batch<T>): Promise<T> {
  const { db, user, ports, config } = c.var;
  const [by, isTheirs] = isStaff(user) ? (["staff", isWaiting] as const) : (["owner", isTurnOf(user.id)] as const);
  const isIt = eq(reports.id, id);
  const [report] = await db.select().from(reports).where(and(isIt, isTheirs));
  if (!report) throw new AppError("not_found", REPORT_MESSAGES.decided);
  const [now, key] = [ports.now(), mailKey({ app: "reports", name: "report" }, id)];
  const mail = report.email && decisionMail(config, { ...report, to: report.email, state, answer, by });
  const decided = { answer, decidedBy: by, decidedAt: now, email: "", name: "" };
  const also = [
    ...batch.also,
    db
      .update(reports)
      .set({ ...decided, state: failBatchUnless(isTheirs, reports.state, state) })
      .where(isIt),
    ...(mail ? [enqueueMail(db, { key, mail, now })] : []),
  ];
  try {
    // Staff change products themselves.
    const result = await (state === "accepted" && report.siteId !== null && report.changes
      ? changeSite(c, report, { also, answer: batch.answer })
      : batchReturningLast(db, also, batch.answer));
    if (mail) c.executionCtx.waitUntil(sendFromOutbox({ ports }, key));
    return result;
  } catch (error) {
    if (violatesConstraint(error, reports.state)) throw new AppError("not_found", REPORT_MESSAGES.decided);
    throw violatesConstraint(error, sites.updatedAt) ? new AppError("conflict", REPORT_MESSAGES.changed) : error;
  }
}

/** As a save by the owner or by staff. */
async function changeSite<T>(c: Context<AppEnv>, report: Report, { also, answer }: Batch<T>): Promise<T> {
  const { db, user, ports } = c.var;
  const { before, after } = report.changes!;
  const site = await findEditableSite(db, user, { id: report.siteId! });
  const said: Said = saidBy(site);
  const isOutdated = Object.keys(after).some(
    (key) => !isSame(said[key], before[key]) && !isSame(said[key], after[key]),
  );
  if (isOutdated) throw new AppError("conflict", REPORT_MESSAGES.changed);
  const { facts, fact_sources, alternatives, ...texts } = patchOf(site, after, report.source);
  const audit = auditStaffChange(c, auditedSite, site, {
    ...texts,
    facts: JSON.stringify(facts),
    fact_sources: JSON.stringify(fact_sources),
    ...(alternatives && { alternatives: alternatives.map(({ name }) => name).join(", ") }),
  });
  return changeListing(db, {
    actor: user,
    id: site.id,
    patch: { ...texts, facts, fact_sources, ...(alternatives && { alternatives }) },
    seenVersion: site.updatedAt,
    now: ports.now(),
    also: () => [...audit, ...also],
    answer,
  });
}

type Patch = Partial<Pick<SiteForm, "name" | "link" | "description" | "category" | "alternatives">>;

/** Each new fact gets the source of the suggestion. */
function patchOf({ facts: present, fact_sources: stated }: EditableSiteRow, after: Said, source: string) {
  const [facts, sources, fields]: [Said, FactSources, Said] = [{ ...present }, { ...stated }, {}];
  for (const [key, value] of Object.entries(after)) {
    const fact = key.replace("facts.", "") as FactName;
    if (fact === key) fields[key] = value;
    else if (value === null) delete facts[fact];
    else [facts[fact], sources[fact]] = [value, source];
  }
  return { ...(fields as Patch), facts: inFactOrder(facts) as Facts, fact_sources: sources };
}
