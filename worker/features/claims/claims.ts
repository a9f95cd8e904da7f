import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "hono";
import { CLAIM_DAYS } from "#schema/sites/ownership.ts";
import type { ProofMethod } from "#schema/sites/proof.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { claims } from "#schema/tables/claims.ts";
import type { Db } from "../../db/connection.ts";
import type { AppEnv } from "../../env.ts";
import { enqueueMail } from "../outbox/queries.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import type { Given } from "../payments/parts.ts";
import { changeOwner, type OwnerChange, requireSame, toConflict } from "./change-owner.ts";
import type { OwnedSite } from "./find.ts";
import { claimedMail } from "./mails.ts";

/** Stores a claim, and mails the owner. @throws AppError 409 if there is another claim, or the listing has changed. */
export async function insertClaim(c: Context<AppEnv>, site: OwnedSite, method: ProofMethod): Promise<void> {
  const { db, config, ports, user } = c.var;
  const now = ports.now();
  const key = `claim:${site.id}`;
  const mail = claimedMail(config, { ...site, to: site.ownerEmail! });
  const row = { siteId: site.id, userId: user.id, method, answerDueAt: now + CLAIM_DAYS * DAY_MS, createdAt: now };
  try {
    await db.batch([requireSame(db, site), db.insert(claims).values(row), enqueueMail(db, { key, mail, now })]);
  } catch (error) {
    throw toConflict(error);
  }
  await sendFromOutbox({ ports }, key);
}

/** SQL: the claim that was read is still open. */
export const isClaim = ({ id, claimantId }: OwnedSite) => and(eq(claims.siteId, id), eq(claims.userId, claimantId!))!;

/** Statement: the owner objects. Staff decide then. */
export const disputeClaim = (db: Db, site: OwnedSite, objection: string) =>
  db
    .update(claims)
    .set({ objection })
    .where(and(isClaim(site), isNull(claims.objection)))
    .returning({ id: claims.siteId });

/** Gives the listing to the person who claims it. @throws AppError as `changeOwner`. */
export const grantClaim = (parts: Given, site: OwnedSite, grant: Omit<OwnerChange, "site" | "to">) =>
  changeOwner(parts, { ...grant, site, to: { id: site.claimantId!, email: site.claimantEmail! } });
