import { and, eq, sql } from "drizzle-orm";
import { PROOF_FAILURES_MAX } from "#schema/sites/ownership.ts";
import type { ProofMethod } from "#schema/sites/proof.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { changes } from "../../http/edge-scope.ts";
import type { Ports } from "../../ports.ts";
import { sendNotice } from "../outbox/send.ts";
import { checkProof } from "./check.ts";
import { proofLostMail } from "./mails.ts";
import { proofToken } from "./places.ts";

type Proven = {
  id: number;
  slug: string;
  name: string;
  link: string;
  ownerId: number;
  verifiedBy: ProofMethod;
  proofFailures: number;
};

/** SQL: the proof that was checked is still the stored one. */
export const isProofOf = ({ id, link, ownerId }: Pick<Proven, "id" | "link" | "ownerId">) =>
  and(eq(sites.id, id), eq(sites.link, link), eq(sites.ownerId, ownerId))!;

/** Statement. A proof that holds keeps the day on which its method was proven first. */
export const markProven = (
  db: Db,
  site: Pick<Proven, "id" | "link" | "ownerId">,
  { method, now }: { method: ProofMethod; now: number },
) =>
  db
    .update(sites)
    .set({
      verifiedBy: method,
      verifiedSince: sql`iif(${sites.verifiedBy} IS ${method}, ${sites.verifiedSince}, ${now})`,
      proofFailures: 0,
    })
    .where(isProofOf(site));

type Parts = { db: Db; ports: Ports; config: DirectoryConfig; secretKey: string };

/**
 * The monthly check of a proven site calls it. After the second failure in a row the mark goes, and the owner gets a mail. A
 * repeated call with the same row counts no failure twice.
 */
export async function recheckProof({ db, ports, config, secretKey }: Parts, site: Proven): Promise<void> {
  const { id, slug, name, link, ownerId, verifiedBy: method, proofFailures: seen } = site;
  const token = proofToken(secretKey, { siteId: id, userId: ownerId });
  const { proven, reason } = await checkProof(ports, { link, token, methods: [method] });
  const failures = proven.length > 0 ? 0 : seen + 1;
  const isLost = failures >= PROOF_FAILURES_MAX;
  if (failures === seen) return;
  if (isLost) changes(`site:${slug}`);
  const [owner] = await db
    .update(sites)
    .set(isLost ? { verifiedBy: null, verifiedSince: null, proofFailures: 0 } : { proofFailures: failures })
    .where(and(isProofOf(site), eq(sites.verifiedBy, method), eq(sites.proofFailures, seen)))
    .returning({ email: sql<string>`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${ownerId})` });
  if (isLost && owner)
    await sendNotice({ db, ports }, proofLostMail(config, { to: owner.email, siteId: id, name, reason }));
}
