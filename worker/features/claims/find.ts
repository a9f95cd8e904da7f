import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ownership } from "#schema/sites/ownership.ts";
import { toIso } from "#schema/values/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { claims } from "#schema/tables/claims.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { proofsFor } from "../proof/places.ts";
import { productIds } from "../sites/rows/public-changes.ts";

const owners = alias(users, "owners");
const claimants = alias(users, "claimants");

/** Selects listings with their owners and claims. */
export const ownershipStatement = (db: Db, where: SQL | undefined) =>
  db
    .select({
      ...getTableColumns(sites),
      productIds,
      ownerEmail: sql<string | null>`${owners.email}`.as("owner_email"),
      claimantId: claims.userId,
      claimantEmail: sql<string | null>`${claimants.email}`.as("claimant_email"),
      claimMethod: claims.method,
      answerDueAt: claims.answerDueAt,
      objection: claims.objection,
    })
    .from(sites)
    .leftJoin(owners, eq(owners.id, sites.ownerId))
    .leftJoin(claims, eq(claims.siteId, sites.id))
    .leftJoin(claimants, eq(claimants.id, claims.userId))
    .where(where);

export type OwnedSite = Awaited<ReturnType<typeof ownershipStatement>>[number];

type Asking = { userId: number; secretKey: string; isHandedOver: boolean };

/** What the user may know of it. */
export function toOwnership(site: OwnedSite, { userId, secretKey, isHandedOver }: Asking): Ownership {
  const { id, name, slug, ownerId, verifiedBy, claimantId } = site;
  const isOwn = ownerId === userId;
  const hasClaim = claimantId !== null && (isOwn || claimantId === userId);
  return {
    id,
    name,
    slug,
    is_own: isOwn,
    has_owner: ownerId !== null,
    verified: verifiedBy && { method: verifiedBy, since: toIso(site.verifiedSince!) },
    proofs: proofsFor(secretKey, site, userId),
    claim: hasClaim ? { state: claimStateOf(site), answer_due_at: toIso(site.answerDueAt!) } : null,
    is_handed_over: isHandedOver,
  };
}

export const claimStateOf = ({ objection }: OwnedSite) => (objection === null ? "waiting" : "disputed");
