import * as z from "zod/mini";
import { readKv, readManyKv, removeKv, writeKv } from "../../http/kv.ts";
import type { Ports } from "../../ports.ts";
import { secondsLeft } from "./lifetime.ts";
import type { Actor, SignedIn } from "./signed-in.ts";

/**
 * A session as KV keeps it, under the SHA-256 of its cookie. Person, epoch and rights are as they were when it was last
 * written, so D1 is asked with each request whether they still are; when it was last used, only KV knows.
 */
const kvSession = z.object({
  userId: z.int(),
  epoch: z.int(),
  isStaff: z.boolean(),
  isSuperuser: z.boolean(),
  device: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int(),
});

export type KvSession = z.infer<typeof kvSession>;

const keyOf = (tokenHash: string) => `session:${tokenHash}`;

type WithTimeout = Pick<Ports, "timeout">;

/** Null if KV knows nothing of it, undefined if KV does not answer. */
export const readKvSession = (kv: KVNamespace, tokenHash: string, ports: WithTimeout) =>
  readKv({ kv, shape: kvSession, ports }, keyOf(tokenHash));

/** By the tokens' hashes; undefined if KV does not answer. */
export async function readKvSessions(
  kv: KVNamespace,
  tokenHashes: string[],
  ports: WithTimeout,
): Promise<((tokenHash: string) => KvSession | null) | undefined> {
  const found = await readManyKv({ kv, shape: kvSession, ports }, tokenHashes.map(keyOf));
  return found && ((tokenHash) => found.get(keyOf(tokenHash)) ?? null);
}

/** Again with each renewal, so that it goes by itself once the session is over. */
export const writeKvSession = (kv: KVNamespace, tokenHash: string, session: KvSession) =>
  writeKv(kv, keyOf(tokenHash), session, secondsLeft(session, session.lastUsedAt));

export const deleteKvSessions = (kv: KVNamespace, ended: { tokenHash: string }[]) =>
  removeKv(
    kv,
    ended.map(({ tokenHash }) => keyOf(tokenHash)),
  );

export const toActor = ({ userId, isStaff, isSuperuser }: KvSession): Actor => ({ id: userId, isStaff, isSuperuser });

/** Whether KV has seen what D1 says now. */
export const isUpToDate = (kept: KvSession, user: SignedIn): boolean =>
  kept.userId === user.id &&
  kept.epoch === user.epoch &&
  kept.isStaff === user.isStaff &&
  kept.isSuperuser === user.isSuperuser;
