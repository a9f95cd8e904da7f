import type { Db } from "#worker/db/connection.ts";
import { writeKvSession } from "#worker/features/sessions/kv-sessions.ts";
import { openSession, provenUser } from "#worker/features/sessions/queries.ts";
import { sha256 } from "#worker/http/signing.ts";

type NewSession = { token: string; userId: number; epoch: number; now: number };

/** Opens a session with this token, without a request. Returns its user, or undefined if there is no such account. */
export async function insertSession(
  { db, kv }: { db: Db; kv: Parameters<typeof writeKvSession>[0] },
  { token, userId, epoch, now }: NewSession,
) {
  const tokenHash = sha256(token);
  const proof = provenUser(userId);
  const [, , [person]] = await db.batch(openSession(db, { tokenHash, previousHash: undefined, proof, epoch, now }));
  if (person) await writeKvSession(kv, { tokenHash, createdAt: now, session: { device: "Firefox", lastUsedAt: now } });
  return person;
}
