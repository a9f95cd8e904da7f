import * as z from "zod/mini";
import { readKv, readManyKv, deleteKv, writeKv } from "../../http/kv.ts";
import type { Ports } from "../../ports.ts";
import { secondsLeft } from "./lifetime.ts";
import type { Actor, SignedInUser } from "./signed-in.ts";

/**
 * A session as KV stores it, under the SHA-256 of its cookie. User, `sessionEpoch` and rights are those of the last
 * write, so each request also checks them in D1. Only KV knows `lastUsedAt`. Times are Unix ms.
 */
const kvSession = z.object({
  userId: z.int(),
  epoch: z.int(),
  isStaff: z.boolean(),
  isSuperuser: z.boolean(),
  /** Such as "Firefox on Windows". */
  device: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int(),
});

export type KvSession = z.infer<typeof kvSession>;

const keyOf = (tokenHash: string) => `session:${tokenHash}`;

type WithTimeout = Pick<Ports, "timeout">;

/** Returns the session, null if KV has none under this hash, or undefined if KV does not respond. */
export const readKvSession = (kv: KVNamespace, tokenHash: string, ports: WithTimeout) =>
  readKv({ kv, shape: kvSession, ports }, keyOf(tokenHash));

/** Resolves to undefined if KV does not respond, else to a function that returns the session of a hash, or null. */
export async function readKvSessions(
  kv: KVNamespace,
  tokenHashes: string[],
  ports: WithTimeout,
): Promise<((tokenHash: string) => KvSession | null) | undefined> {
  const found = await readManyKv({ kv, shape: kvSession, ports }, tokenHashes.map(keyOf));
  return found && ((tokenHash) => found.get(keyOf(tokenHash)) ?? null);
}

export const writeKvSession = (kv: KVNamespace, tokenHash: string, session: KvSession) =>
  writeKv(kv, keyOf(tokenHash), session, secondsLeft(session, session.lastUsedAt));

export const deleteKvSessions = (kv: KVNamespace, ended: { tokenHash: string }[]) =>
  deleteKv(
    kv,
    ended.map(({ tokenHash }) => keyOf(tokenHash)),
  );

export const toActor = ({ userId, isStaff, isSuperuser }: KvSession): Actor => ({ id: userId, isStaff, isSuperuser });

export const isUpToDate = (session: KvSession, user: SignedInUser): boolean =>
  session.userId === user.id &&
  session.epoch === user.epoch &&
  session.isStaff === user.isStaff &&
  session.isSuperuser === user.isSuperuser;
