import type { Ports } from "../../ports.ts";
import { readKv, readManyKv, removeKv, writeKv } from "../../http/kv.ts";
import { secondsLeft } from "./lifetime.ts";
import type { Actor, Rights, SignedIn } from "./signed-in.ts";

/**
 * A session as KV keeps it, under the SHA-256 of its cookie. Person, epoch and rights are as they were when it was last
 * written, so D1 is asked with each request whether they still are; when it was last used, only KV knows.
 */
export type KeptSession = Rights & {
  userId: number;
  epoch: number;
  device: string;
  createdAt: number;
  lastUsedAt: number;
};

const keyOf = (tokenHash: string) => `session:${tokenHash}`;

type WithTimeout = Pick<Ports, "timeout">;

/** Null if KV knows nothing of it, undefined if KV does not answer. */
export const findKept = (kv: KVNamespace, tokenHash: string, ports: WithTimeout) =>
  readKv<KeptSession>(kv, keyOf(tokenHash), ports);

/** By the tokens' hashes; undefined if KV does not answer. */
export async function findManyKept(
  kv: KVNamespace,
  tokenHashes: string[],
  ports: WithTimeout,
): Promise<((tokenHash: string) => KeptSession | null) | undefined> {
  const found = await readManyKv<KeptSession>(kv, tokenHashes.map(keyOf), ports);
  return found && ((tokenHash) => found.get(keyOf(tokenHash)) ?? null);
}

/** Again with each renewal, so that it goes by itself once the session is over. */
export const keepSession = (kv: KVNamespace, tokenHash: string, session: KeptSession) =>
  writeKv(kv, keyOf(tokenHash), session, secondsLeft(session, session.lastUsedAt));

export const forgetSessions = (kv: KVNamespace, ended: { tokenHash: string }[]) =>
  removeKv(
    kv,
    ended.map(({ tokenHash }) => keyOf(tokenHash)),
  );

export const toActor = ({ userId, isStaff, isSuperuser }: KeptSession): Actor => ({ id: userId, isStaff, isSuperuser });

/** Whether KV has seen what D1 says now. */
export const isCurrent = (kept: KeptSession, user: SignedIn): boolean =>
  kept.userId === user.id &&
  kept.epoch === user.epoch &&
  kept.isStaff === user.isStaff &&
  kept.isSuperuser === user.isSuperuser;
