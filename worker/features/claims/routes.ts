import { and, eq, exists, gt, notExists } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import type { Answers } from "#schema/calls.ts";
import { HANDOVER_DAYS, handoverForm, objectionForm, OWNERSHIP_MESSAGES, proofForm } from "#schema/sites/ownership.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { claims, handovers } from "#schema/tables/claims.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { changes } from "../../http/edge-scope.ts";
import { LIMITS } from "../../http/limits.ts";
import { requireId } from "../../http/query.ts";
import { countAttempt, floodLimit } from "../../http/rate-limit.ts";
import { logError } from "../../log.ts";
import { checkOwnPassword } from "../accounts/passwords/password-attempts.ts";
import { findPasswordHashes } from "../accounts/queries.ts";
import { admitMail, sendUrgent } from "../outbox/mail-gate.ts";
import { checkProof } from "../proof/check.ts";
import { instructionsFor, proofToken } from "../proof/places.ts";
import { markProven } from "../proof/recheck.ts";
import { requireUser } from "../sessions/guards.ts";
import { changeOwner, requireNewLink, requireSame, toConflict } from "./change-owner.ts";
import { disputeClaim, grantClaim, insertClaim } from "./claims.ts";
import { claimStateOf, findOwnership, type OwnedSite, toOwnership } from "./find.ts";
import { handoverMail } from "./mails.ts";

/**
 * /api/sites/{id}/…: whose listing it is. A person proves it, claims it, or hands it over by mail. Nobody learns who has an account,
 * and a repeated call changes nothing more.
 */
export const ownershipRoutes = new Hono<AppEnv>({ strict: false })
  .get("/:id/ownership", requireUser, async (c) =>
    c.json<Answers["GET sites/:id/ownership/"]>(toOwnership(await findSite(c), c.var.user)),
  )

  .post("/:id/verification", smallBodyLimit, requireUser, jsonBody(proofForm), async (c) => {
    const site = await findSite(c);
    const instructions = instructionsFor(site.link, c.req.valid("json").method);
    const { cannotProve } = OWNERSHIP_MESSAGES;
    if (instructions === undefined) throw new AppError("bad_input", cannotProve, { fields: { method: cannotProve } });
    return c.json<Answers["POST sites/:id/verification/"]>({ token: tokenOf(c, site), instructions });
  })

  // Anyone may check their own token. The mark is for the owner.
  .post("/:id/verification/check", smallBodyLimit, requireUser, async (c) => {
    const { db, ports, user } = c.var;
    const site = await findSite(c);
    const { proven, reason } = await prove(c, site);
    const method = proven.find((held) => held === site.verifiedBy) ?? proven[0];
    if (method && site.ownerId === user.id) {
      changes(`site:${site.slug}`);
      await markProven(db, { ...site, ownerId: user.id }, { method, now: ports.now() });
    }
    return c.json<Answers["POST sites/:id/verification/check/"]>(
      method ? { verified: true } : { verified: false, reason },
    );
  })

  .post("/:id/claim", smallBodyLimit, requireUser, async (c) => {
    const { db, ports, user } = c.var;
    const site = await findSite(c);
    if (site.ownerId === user.id) throw new AppError("conflict", OWNERSHIP_MESSAGES.alreadyYours);
    if (site.claimantId === user.id) return c.json<Answers["POST sites/:id/claim/"]>({ state: claimStateOf(site) });
    if (site.claimantId !== null) throw new AppError("conflict", OWNERSHIP_MESSAGES.claimedByOther);
    await requireNewLink(db, site.id, user.id);
    const { proven, reason } = await prove(c, site);
    const [method] = proven;
    if (!method) throw new AppError("not_allowed", reason);
    if (site.ownerId === null) {
      await changeOwner(c, {
        site,
        to: user,
        author: { id: user.id, email: "claim", now: ports.now() },
        proof: method,
      });
    } else {
      await countAttempt(c, [LIMITS.claimsOfUserAndSite, `${user.id} ${site.id}`]);
      await insertClaim(c, site, { userId: user.id, method });
    }
    return c.json<Answers["POST sites/:id/claim/"]>({ state: site.ownerId === null ? "yours" : "waiting" });
  })

  .post("/:id/claim/accept", smallBodyLimit, requireUser, async (c) => {
    const { user, ports } = c.var;
    await grantClaim(c, await findClaimed(c), { author: { id: user.id, email: "owner", now: ports.now() } });
    return c.body(null satisfies Answers["POST sites/:id/claim/accept/"], 204);
  })

  .post("/:id/claim/object", smallBodyLimit, requireUser, jsonBody(objectionForm), async (c) => {
    await disputeClaim(c.var.db, await findClaimed(c), c.req.valid("json").objection);
    return c.body(null satisfies Answers["POST sites/:id/claim/object/"], 204);
  })

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

/** @throws AppError 404, as `findOwnership`. */
const findSite = (c: Context<AppEnv>): Promise<OwnedSite> =>
  findOwnership(c.var.db, c.var.user, requireId(c, OWNERSHIP_MESSAGES.notFound), c.var.ports.now());

/** @throws AppError 404 if the listing is not the caller's. */
async function findOwn(c: Context<AppEnv>): Promise<OwnedSite> {
  const site = await findSite(c);
  if (site.ownerId !== c.var.user.id) throw new AppError("not_found", OWNERSHIP_MESSAGES.notFound);
  return site;
}

async function findClaimed(c: Context<AppEnv>): Promise<OwnedSite> {
  const site = await findOwn(c);
  if (site.claimantId === null) throw new AppError("conflict", OWNERSHIP_MESSAGES.noClaim);
  return site;
}

const tokenOf = (c: Context<AppEnv>, { id }: OwnedSite) =>
  proofToken(c.env.SECRET_KEY, { siteId: id, userId: c.var.user.id });

/** Looks for the token of the user. @throws AppError 429 after too many checks. */
async function prove(c: Context<AppEnv>, site: OwnedSite) {
  await countAttempt(c, [LIMITS.proofChecksOfUser, c.var.user.id]);
  return checkProof(c.var.ports, { link: site.link, token: tokenOf(c, site) });
}

/** An open session alone must not suffice. Who only signs in with Google has no password. */
async function requirePassword(c: Context<AppEnv>, password: string): Promise<void> {
  const { passwordHash } = await findPasswordHashes(c.var.db, c.var.user.id);
  if (passwordHash !== null && !(await checkOwnPassword(c, { ...c.var.user, passwordHash }, password)))
    throw new AppError("bad_input", ACCOUNT_MESSAGES.passwordWrong, {
      fields: { password: ACCOUNT_MESSAGES.passwordWrong },
    });
}
