import { and, eq, exists, gt, notExists } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import type { Answers } from "#schema/calls.ts";
import { HANDOVER_DAYS, handoverForm, OWNERSHIP_MESSAGES } from "#schema/sites/ownership.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { claims, handovers } from "#schema/tables/claims.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { floodLimit } from "../../http/rate-limit.ts";
import { logError } from "../../log.ts";
import { checkOwnPassword } from "../accounts/passwords/password-attempts.ts";
import { findPasswordHashes } from "../accounts/queries.ts";
import { admitMail, sendUrgent } from "../outbox/mail-gate.ts";
import { requireUser } from "../sessions/guards.ts";
import { changeOwner, requireSame, toConflict } from "./change-owner.ts";
import { handoverMail } from "./mails.ts";
import { findOwn, findSite } from "./routes.ts";

/** /api/sites/{id}/handover/: an owner gives a listing to the person with an email address. Nobody learns who has an account. */
export const handoverRoutes = new Hono<AppEnv>({ strict: false })
  .post("/:id/handover", floodLimit, smallBodyLimit, requireUser, jsonBody(handoverForm), async (c) => {
    const { db, ports } = c.var;
    const { email, password } = c.req.valid("json");
    const site = await findOwn(c);
    if (site.claimantId !== null) throw new AppError("conflict", OWNERSHIP_MESSAGES.claimOpen);
    await requirePassword(c, password);
    await admitMail(c, { to: email, kind: "handover" });
    const row = { email, expiresAt: ports.now() + HANDOVER_DAYS * DAY_MS };
    const stored = db
      .insert(handovers)
      .values({ siteId: site.id, ...row })
      .onConflictDoUpdate({ target: handovers.siteId, set: row });
    await db.batch([requireSame(db, site), stored]).catch((error: unknown) => {
      throw toConflict(error);
    });
    const mail = handoverMail(c.var.config, { to: email, id: site.id });
    c.executionCtx.waitUntil(sendUrgent(c, { mail, minutes: HANDOVER_DAYS * 24 * 60 }).catch(logError));
    return c.json<Answers["POST sites/:id/handover/"]>({ message: OWNERSHIP_MESSAGES.handedOver }, 202);
  })

  .delete("/:id/handover", requireUser, async (c) => {
    const site = await findOwn(c);
    await c.var.db.delete(handovers).where(eq(handovers.siteId, site.id));
    return c.body(null satisfies Answers["DELETE sites/:id/handover/"], 204);
  })

  .post("/:id/handover/accept", smallBodyLimit, requireUser, async (c) => {
    const { db, user, ports } = c.var;
    const site = await findSite(c);
    const now = ports.now();
    if (site.ownerId !== user.id) {
      if (site.handoverEmail !== user.email) throw new AppError("conflict", OWNERSHIP_MESSAGES.noHandover);
      const ofSite = { claim: eq(claims.siteId, site.id), handover: eq(handovers.siteId, site.id) };
      const isWaiting = and(ofSite.handover, eq(handovers.email, user.email), gt(handovers.expiresAt, now));
      // Nobody gives a listing away to escape a claim.
      const still = and(
        exists(db.select({ id: handovers.siteId }).from(handovers).where(isWaiting)),
        notExists(db.select({ id: claims.siteId }).from(claims).where(ofSite.claim)),
      );
      await changeOwner(c, { site, to: user, author: { id: user.id, email: "hand-over", now }, still });
    }
    return c.body(null satisfies Answers["POST sites/:id/handover/accept/"], 204);
  });

/** An open session alone must not suffice. Who only signs in with Google has no password. */
async function requirePassword(c: Context<AppEnv>, password: string): Promise<void> {
  const { passwordHash } = await findPasswordHashes(c.var.db, c.var.user.id);
  if (passwordHash !== null && !(await checkOwnPassword(c, { ...c.var.user, passwordHash }, password)))
    throw new AppError("bad_input", ACCOUNT_MESSAGES.passwordWrong, {
      fields: { password: ACCOUNT_MESSAGES.passwordWrong },
    });
}
