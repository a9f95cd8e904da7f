import { eq, isNotNull, sql } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod/mini";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { PROOF_NAMES } from "#schema/sites/proof.ts";
import { users } from "#schema/tables/accounts.ts";
import { claims } from "#schema/tables/claims.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Statement } from "../../../db/connection.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { nameKey } from "../../../names/keys.ts";
import { authorOf } from "../../audit/staff-changes.ts";
import { grantClaim, isClaim } from "../../claims/claims.ts";
import { ownershipStatement } from "../../claims/find.ts";
import { claimRefusedMail } from "../../claims/mails.ts";
import { ownerOf } from "../../sites/rows/audited.ts";
import {
  type ChangeBatch,
  choice,
  date,
  longText,
  type Model,
  reasonText,
  type RecordChange,
  text,
  yesNo,
} from "../model.ts";

const claimant = scalarSubquery(users.email, users.id, claims.userId);

const byName = { column: sites.nameKey, foreignKey: claims.siteId, id: sites.id };

/** An open claim of a listing that has another owner. Staff decide what its owner disputes, and may decide earlier. */
const claim: Model = {
  app: "sites",
  appName: "Sites",
  name: "claim",
  verboseName: "Claim",
  verboseNamePlural: "Claims",
  note: "A granted claim gives the listing to the claimant, ends its subscription and refunds the days that are left. A decided claim is only in the audit log.",
  table: claims,
  key: claims.siteId,
  person: claimant,
  fields: {
    site: text("Listing", scalarSubquery(sites.name, sites.id, claims.siteId), { sort: byName }),
    link: text("Link", scalarSubquery(sites.link, sites.id, claims.siteId)),
    claimant: text("Claimed by", claimant),
    method: choice("Proved by", claims.method, PROOF_NAMES),
    owner: text("Owner", ownerOf(claims.siteId)),
    owner_method: choice("Owner proved by", scalarSubquery(sites.verifiedBy, sites.id, claims.siteId), PROOF_NAMES),
    objection: longText("Against it", claims.objection),
    granted: yesNo("Granted", sql`0`, { editableBy: "staff" }),
    refusal: longText("Reason for refusal (emailed to claimant)", sql`NULL`, { editableBy: "staff" }),
    answer_due_at: date("Owner answers until", claims.answerDueAt),
    updated_at: date("Claimed", claims.createdAt),
  },
  order: { by: "rowid", label: "Newest listings first" },
  search: { columns: [[byName, nameKey]], hint: "Beginning of the listing's name" },
  filters: {
    disputed: { label: "Claim", where: isNotNull(claims.objection), pendingWorkLabel: "Claims to decide" },
  },
  rules: z.object({
    granted: z.literal(true, "Please grant the claim, or write a reason for refusal."),
    refusal: reasonText.check(z.minLength(1, "Please write a reason.")),
  }),
  async save<T>(c: Context<AppEnv>, { id, input }: RecordChange, { also, answer }: ChangeBatch<T>): Promise<T> {
    const { db } = c.var;
    const [site] = await ownershipStatement(db, eq(claims.siteId, Number(id)));
    if (!site) throw new AppError("conflict", ADMIN_MESSAGES.versionConflict);
    // Both delete the claim, so it is read before.
    const before = [...also, answer];
    const results: unknown[] = input["granted"]
      ? await grantClaim(c, site, { author: authorOf(c), proof: site.claimMethod ?? undefined, also: before })
      : await db.batch([...before, db.delete(claims).where(isClaim(site))] as unknown as [Statement]);
    return results[also.length] as T;
  },
  async composeMail(c, { before, input }) {
    const [to, name] = [String(before["claimant"]), String(before["site"])];
    return input["refusal"] && !input["granted"]
      ? claimRefusedMail(c.var.config, { to, name, reason: String(input["refusal"]) })
      : undefined;
  },
};

export const claimModels = [claim];
