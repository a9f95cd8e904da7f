import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { objectionForm, OWNERSHIP_MESSAGES, proofForm } from "#schema/sites/ownership.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { changes } from "../../http/edge-scope.ts";
import { LIMITS } from "../../http/limits.ts";
import { requireId } from "../../http/query.ts";
import { countAttempt } from "../../http/rate-limit.ts";
import { checkProof } from "../proof/check.ts";
import { instructionsFor, proofToken } from "../proof/places.ts";
import { markProven } from "../proof/recheck.ts";
import { requireUser } from "../sessions/guards.ts";
import { changeOwner, requireNewLink } from "./change-owner.ts";
import { disputeClaim, grantClaim, insertClaim } from "./claims.ts";
import { claimStateOf, findOwnership, type OwnedSite, toOwnership } from "./find.ts";

/** /api/sites/{id}/ownership/, …/verification/ and …/claim/: whose listing it is. A repeated call changes nothing more. */
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
  });

/** @throws AppError 404, as `findOwnership`. */
export const findSite = (c: Context<AppEnv>): Promise<OwnedSite> =>
  findOwnership(c.var.db, c.var.user, requireId(c, OWNERSHIP_MESSAGES.notFound), c.var.ports.now());

/** @throws AppError 404 if the listing is not the caller's. */
export async function findOwn(c: Context<AppEnv>): Promise<OwnedSite> {
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
