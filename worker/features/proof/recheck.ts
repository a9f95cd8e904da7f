import { and, eq, sql } from "drizzle-orm";
import { PROOF_FAILURES_MAX } from "#schema/sites/ownership.ts";
import type { ProofMethod } from "#schema/sites/proof.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { changes } from "../../http/edge-scope.ts";
import type { Ports } from "../../ports.ts";
import { sendNotice } from "../outbox/send.ts";
import { checkProof } from "./check.ts";
import { proofLostMail } from "./mails.ts";
import { proofToken } from "./places.ts";

type Proven = Pick<typeof sites.$inferSelect, "id" | "link"> & { ownerId: number };

/** SQL: the proof that was checked is still the stored one. */
const isProofOf = ({ id, link, ownerId }: Proven) =>
  and(eq(sites.id, id), eq(sites.link, link), eq(sites.ownerId, ownerId));

/** Statement. A proof that holds keeps the day on which its method was proven first. */
export const markProven = (db: Db, site: Proven, { method, now }: { method: ProofMethod; now: number }) =>
  db
    .update(sites)
    .set({
      verifiedBy: method,
      verifiedSince: sql`iif(${sites.verifiedBy} IS ${method}, ${sites.verifiedSince}, ${now})`,
      proofFailures: 0,
    })
    .where(isProofOf(site));

type Parts = { db: Db; ports: Ports; config: DirectoryConfig; secretKey: string };

type Owned = typeof sites.$inferSelect & { ownerEmail: string | null };

/**
 * The monthly check of a site calls it. After the second failure in a row the mark goes, and the owner gets a mail. A
 * repeated call with the same row counts no failure twice.
 */
export async function recheckProof({ db, ports, config, secretKey }: Parts, site: Owned): Promise<void> {
  const { id, slug, name, link, ownerId, ownerEmail: to, verifiedBy: method, proofFailures: seen } = site;
  if (!method || ownerId === null || to === null) return;
  const token = proofToken(secretKey, { siteId: id, userId: ownerId });
  const { proven, reason } = await checkProof(ports, { link, token, methods: [method] });
  const failures = proven.length > 0 ? 0 : seen + 1;
  const isLost = failures >= PROOF_FAILURES_MAX;
  if (failures === seen) return;
  if (isLost) changes(`site:${slug}`);
  const changed = await db
    .update(sites)
    .set(isLost ? { verifiedBy: null, verifiedSince: null, proofFailures: 0 } : { proofFailures: failures })
    .where(and(isProofOf({ id, link, ownerId }), eq(sites.verifiedBy, method), eq(sites.proofFailures, seen)))
    .returning({ id: sites.id });
  if (isLost && changed.length > 0)
    await sendNotice({ db, ports }, proofLostMail(config, { to, siteId: id, name, reason }));
}
