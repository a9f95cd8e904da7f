import { and, eq, gt } from "drizzle-orm";
import { mailedLinks } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { sha256 } from "../../http/signing.ts";

// A mailed link contains a token, and D1 stores only its SHA-256. It is in D1 and not in KV because the batch that acts
// on the link also deletes it.

type Link = { purpose: (typeof mailedLinks.$inferInsert)["purpose"]; token: string; now: number };

export const isValidLink = ({ purpose, token, now }: Link) =>
  and(eq(mailedLinks.id, sha256(token)), eq(mailedLinks.purpose, purpose), gt(mailedLinks.expiresAt, now))!;

/** Subquery for the id of the user of a valid link. */
export const linkOwner = (db: Db, link: Link) =>
  db.select({ id: mailedLinks.userId }).from(mailedLinks).where(isValidLink(link));

export async function removeLink(db: Db, token: string): Promise<void> {
  await db.delete(mailedLinks).where(eq(mailedLinks.id, sha256(token)));
}
