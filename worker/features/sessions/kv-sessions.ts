import * as z from "zod/mini";
import { readKv, readManyKv, deleteKv, writeKv } from "../../http/kv.ts";
import type { Ports } from "../../ports.ts";
import { secondsLeft } from "./lifetime.ts";

/**
 * What only KV knows of a session, under the SHA-256 of its cookie. D1 says whether the session is valid and whose it is.
 */
const kvSession = z.object({
  /** Such as "Firefox on Windows". */
  device: z.string(),
  /** Unix ms. */
  lastUsedAt: z.int(),
});

type KvSession = z.infer<typeof kvSession>;

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

type Written = { tokenHash: string; createdAt: number; session: KvSession };

export const writeKvSession = (kv: KVNamespace, { tokenHash, createdAt, session }: Written) =>
  writeKv(kv, keyOf(tokenHash), session, secondsLeft({ createdAt }, session.lastUsedAt));

export const deleteKvSessions = (kv: KVNamespace, ended: { tokenHash: string }[]) =>
  deleteKv(
    kv,
    ended.map(({ tokenHash }) => keyOf(tokenHash)),
  );
