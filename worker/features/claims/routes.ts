import { eq } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { HANDOVER_DAYS, handoverForm, objectionForm, OWNERSHIP_MESSAGES, proofForm } from "#schema/sites/ownership.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { sites } from "#schema/tables/sites.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { changes } from "../../http/edge-scope.ts";
import { LIMITS } from "../../http/limits.ts";
import { requireId } from "../../http/query.ts";
import { countAttempt, floodLimit } from "../../http/rate-limit.ts";
import { hmac, isEqual } from "../../http/signing.ts";
import { admitMail, sendAdmitted } from "../outbox/mail-gate.ts";
import { checkProof } from "../proof/check.ts";
import { proofsFor, proofToken } from "../proof/places.ts";
import { markProven } from "../proof/recheck.ts";
import { requireUser } from "../sessions/guards.ts";
import { changeOwner, requireNewLink } from "./change-owner.ts";
import { disputeClaim, insertClaim } from "./claims.ts";
import { claimStateOf, type OwnedSite, ownershipStatement, toOwnership } from "./find.ts";
import { handoverMail } from "./mails.ts";

/**
 * /api/sites/{id}/…: whose listing it is. A person proves it, claims it, or hands it over by mail. Nobody learns who has an account,
 * and a repeated call changes nothing more.
 */
export const ownershipRoutes = new Hono<AppEnv>({ strict: false })
  .get("/:id/ownership", requireUser, async (c) => {
    const site = await findSite(c);
    const asking = { userId: c.var.user.id, secretKey: c.env.SECRET_KEY, isHandedOver: hasHandover(c, site) };
    return c.json<Answers["GET sites/:id/ownership/"]>(toOwnership(site, asking));
  })

  .post("/:id/verification", smallBodyLimit, requireUser, jsonBody(proofForm), async (c) => {
    const site = await findSite(c);
    const asked = c.req.valid("json").method;
    const proof = proofsFor(c.env.SECRET_KEY, site, c.var.user.id).find(({ method }) => method === asked);
    const { cannotProve } = OWNERSHIP_MESSAGES;
    if (!proof) throw new AppError("bad_input", cannotProve, { fields: { method: cannotProve } });
    const { token, instructions } = proof;
    return c.json<Answers["POST sites/:id/verification/"]>({ token, instructions });
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
    if (site.ownerId === user.id) return c.json<Answers["POST sites/:id/claim/"]>({ state: "yours" });
    if (site.claimantId === user.id) return c.json<Answers["POST sites/:id/claim/"]>({ state: claimStateOf(site) });
    if (site.claimantId !== null) throw new AppError("conflict", OWNERSHIP_MESSAGES.claimedByOther);
    await requireNewLink(db, site, user.id);
    const { proven, reason } = await prove(c, site);
    const [method] = proven;
    if (!method) throw new AppError("not_allowed", reason);
    if (site.ownerId === null) {
      const author = { id: user.id, email: "claim", now: ports.now() };
      await changeOwner(c, { site, to: user, author, proof: method });
    } else {
      await countAttempt(c, [LIMITS.claimsOfUserAndSite, `${user.id} ${site.id}`]);
      await insertClaim(c, site, method);
    }
    return c.json<Answers["POST sites/:id/claim/"]>({ state: site.ownerId === null ? "yours" : "waiting" });
  })

  .post("/:id/claim/object", smallBodyLimit, requireUser, jsonBody(objectionForm), async (c) => {
    const site = await findOwn(c);
    if (site.claimantId === null) throw new AppError("conflict", OWNERSHIP_MESSAGES.changed);
    await disputeClaim(c.var.db, site, c.req.valid("json").objection);
    return c.body(null satisfies Answers["POST sites/:id/claim/object/"], 204);
  })

  .post("/:id/handover", floodLimit, smallBodyLimit, requireUser, jsonBody(handoverForm), async (c) => {
    const { email } = c.req.valid("json");
    const site = await findOwn(c);
    if (site.claimantId !== null) throw new AppError("conflict", OWNERSHIP_MESSAGES.claimOpen);
    const admitted = await admitMail(c, { to: email, kind: "handover" });
    const until = c.var.ports.now() + HANDOVER_DAYS * DAY_MS;
    const handover = handoverToken(c.env.SECRET_KEY, site, { email, until });
    const mail = handoverMail(c.var.config, { to: email, id: site.id, handover });
    await sendAdmitted(c, admitted, { mail, minutes: HANDOVER_DAYS * 24 * 60 });
    return c.body(null satisfies Answers["POST sites/:id/handover/"], 204);
  })

  // Nobody gives a listing away to escape a claim.
  .post("/:id/handover/accept", smallBodyLimit, requireUser, async (c) => {
    const { user, ports } = c.var;
    const site = await findSite(c);
    if (site.ownerId !== user.id) {
      if (!hasHandover(c, site) || site.claimantId !== null)
        throw new AppError("conflict", OWNERSHIP_MESSAGES.noHandover);
      await changeOwner(c, { site, to: user, author: { id: user.id, email: "hand-over", now: ports.now() } });
    }
    return c.body(null satisfies Answers["POST sites/:id/handover/accept/"], 204);
  });

/**
 * @throws AppError 404 if there is no such listing, or the user must not know of it: it is not public, and they neither own it
 * nor are to get it.
 */
async function findSite(c: Context<AppEnv>): Promise<OwnedSite> {
  const { db, user } = c.var;
  const [site] = await ownershipStatement(db, eq(sites.id, requireId(c, OWNERSHIP_MESSAGES.notFound)));
  const isParty = site && [site.ownerId, site.claimantId].includes(user.id);
  if (!site || !(site.review === "active" || isParty || hasHandover(c, site)))
    throw new AppError("not_found", OWNERSHIP_MESSAGES.notFound);
  return site;
}

/** Whether the query has the token of a link that was mailed to the user. */
function hasHandover(c: Context<AppEnv>, site: OwnedSite): boolean {
  const token = c.req.query("handover") ?? "";
  const until = Number.parseInt(token);
  const expected = handoverToken(c.env.SECRET_KEY, site, { email: c.var.user.email, until });
  return until > c.var.ports.now() && isEqual(token, expected);
}

/** @throws AppError 404 if the listing is not the caller's. */
async function findOwn(c: Context<AppEnv>): Promise<OwnedSite> {
  const site = await findSite(c);
  if (site.ownerId !== c.var.user.id) throw new AppError("not_found", OWNERSHIP_MESSAGES.notFound);
  return site;
}

/** Looks for the token of the user. @throws AppError 429 after too many checks. */
async function prove(c: Context<AppEnv>, site: OwnedSite) {
  await countAttempt(c, [LIMITS.proofChecksOfUser, c.var.user.id]);
  const token = proofToken(c.env.SECRET_KEY, { siteId: site.id, userId: c.var.user.id });
  return checkProof(c.var.ports, { link: site.link, token });
}

type HandedTo = { email: string; until: number };

/** For the mailed link. It is stored nowhere, and ends when the listing is saved or gets another owner. */
const handoverToken = (secretKey: string, { id, updatedAt }: OwnedSite, { email, until }: HandedTo) =>
  `${until}.${hmac(secretKey, `hand-over:${id}:${updatedAt}:${email}:${until}`)}`;
