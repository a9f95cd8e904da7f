import { and, eq, gt } from "drizzle-orm";
import { mailedLinks } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { sha256 } from "../../http/signing.ts";

// A mailed link is a token, of which only the hash is stored. It stays a row of D1: it lives for hours, and is used up by
// the batch that acts on it.

type Link = { purpose: (typeof mailedLinks.$inferInsert)["purpose"]; token: string; now: number };

export const isValidLink = ({ purpose, token, now }: Link) =>
  and(eq(mailedLinks.id, sha256(token)), eq(mailedLinks.purpose, purpose), gt(mailedLinks.expiresAt, now))!;

/** The user of a link that is still good; a condition for statements that act on it. */
export const linkOwner = (db: Db, link: Link) =>
  db.select({ id: mailedLinks.userId }).from(mailedLinks).where(isValidLink(link));

export async function removeLink(db: Db, token: string): Promise<void> {
  await db.delete(mailedLinks).where(eq(mailedLinks.id, sha256(token)));
}
