import type { Ports } from "../../ports.ts";
import { UNKNOWN_DEVICE } from "./device.ts";
import { readKvSessions } from "./kv-sessions.ts";
import { isOpen } from "./lifetime.ts";
import type { Rights } from "../../signed-in.ts";

type Row = { id: number; tokenHash: string; createdAt: number };

/**
 * Returns a user's open sessions, most recently used first. `rows` are the sessions in D1; KV adds device and time of
 * last use. Without a value from KV, a session's creation counts as its last use.
 */
export async function toOpenSessions(
  kv: KVNamespace,
  rows: Row[],
  { rights, ports }: { rights: Rights; ports: Pick<Ports, "timeout" | "now"> },
) {
  const sessionOf = await readKvSessions(
    kv,
    rows.map(({ tokenHash }) => tokenHash),
    ports,
  );
  const now = ports.now();
  return (
    rows
      .map(({ id, tokenHash, createdAt }) => {
        const { device = UNKNOWN_DEVICE, lastUsedAt = createdAt } = sessionOf?.(tokenHash) ?? {};
        return { id, device, createdAt, lastUsedAt };
      })
      // If KV does not respond, the list includes sessions that may have expired.
      .filter((session) => !sessionOf || isOpen(session, rights, now))
      .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt || other.id - one.id)
  );
}
