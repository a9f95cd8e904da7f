import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Ownership, OWNERSHIP_MESSAGES } from "#schema/sites/ownership.ts";
import { toIso } from "#schema/values/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { claims, handovers } from "#schema/tables/claims.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { AppError } from "../../errors.ts";
import type { SignedInUser } from "../../signed-in.ts";
import { methodsFor } from "../proof/places.ts";
import { productIds } from "../sites/rows/public-changes.ts";

const owners = alias(users, "owners");
export const claimants = alias(users, "claimants");

/** Selects listings with their owners, claims and hand-overs. */
export const ownershipStatement = (db: Db, where: SQL | undefined, now: number) =>
  db
    .select({
      id: sites.id,
      slug: sites.slug,
      name: sites.name,
      link: sites.link,
      category: sites.category,
      review: sites.review,
      productIds,
      ownerId: sites.ownerId,
      ownerEmail: sql<string | null>`${owners.email}`.as("owner_email"),
      verifiedBy: sites.verifiedBy,
      verifiedSince: sites.verifiedSince,
      claimantId: claims.userId,
      claimantEmail: sql<string | null>`${claimants.email}`.as("claimant_email"),
      answerDueAt: claims.answerDueAt,
      objection: claims.objection,
      handoverEmail: sql<string | null>`${handovers.email}`.as("handover_email"),
      handoverUntil: handovers.expiresAt,
    })
    .from(sites)
    .leftJoin(owners, eq(owners.id, sites.ownerId))
    .leftJoin(claims, eq(claims.siteId, sites.id))
    .leftJoin(claimants, eq(claimants.id, claims.userId))
    .leftJoin(handovers, and(eq(handovers.siteId, sites.id), gt(handovers.expiresAt, now)))
    .where(where);

export type OwnedSite = Awaited<ReturnType<typeof ownershipStatement>>[number];

/**
 * @throws AppError 404 if there is no such listing, or the user must not know of it: it is not public, and they neither own it
 * nor are to get it.
 */
export async function findOwnership(db: Db, user: SignedInUser, id: number, now: number): Promise<OwnedSite> {
  const [site] = await ownershipStatement(db, eq(sites.id, id), now);
  const mayKnow =
    site?.review === "active" ||
    [site?.ownerId, site?.claimantId].includes(user.id) ||
    site?.handoverEmail === user.email;
  if (!site || !mayKnow) throw new AppError("not_found", OWNERSHIP_MESSAGES.notFound);
  return site;
}

/** What the user may know of it. */
export function toOwnership(site: OwnedSite, user: SignedInUser): Ownership {
  const { id, name, slug, link, ownerId, verifiedBy, claimantId, handoverEmail } = site;
  const isOwn = ownerId === user.id;
  const hasClaim = claimantId !== null && (isOwn || claimantId === user.id);
  const hasHandover = handoverEmail !== null && (isOwn || handoverEmail === user.email);
  return {
    id,
    name,
    slug,
    link,
    is_own: isOwn,
    has_owner: ownerId !== null,
    verified: verifiedBy && { method: verifiedBy, since: toIso(site.verifiedSince!) },
    methods: methodsFor(link),
    claim: hasClaim ? { state: claimStateOf(site), answer_due_at: toIso(site.answerDueAt!) } : null,
    handover: hasHandover ? { email: handoverEmail, expires_at: toIso(site.handoverUntil!) } : null,
  };
}

export const claimStateOf = ({ objection }: OwnedSite) => (objection === null ? "waiting" : "disputed");
