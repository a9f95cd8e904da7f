import { sql } from "drizzle-orm";
import { sessions } from "#schema/tables/accounts.ts";
import type { Db } from "../db/connection.ts";
import { readKvSession, writeKvSession } from "../features/sessions/kv-sessions.ts";

type Parts = { db: Db; kv: KVNamespace };

const ports = { timeout: (ms: number) => AbortSignal.timeout(ms) };

/** Moves all sessions `ms` milliseconds ahead, so that users stay signed in when the local clock is moved. */
export async function extendSessions({ db, kv }: Parts, ms: number): Promise<void> {
  const open = await db
    .update(sessions)
    .set({ createdAt: sql`${sessions.createdAt} + ${ms}` })
    .returning();
  const moved = open.map(async ({ tokenHash, createdAt }) => {
    const kept = await readKvSession(kv, tokenHash, ports);
    if (!kept) return;
    const session = { ...kept, lastUsedAt: kept.lastUsedAt + ms };
    await writeKvSession(kv, { tokenHash, createdAt, session });
  });
  await Promise.all(moved);
}
