import type { Ports } from "../../ports.ts";
import { UNKNOWN_DEVICE } from "./device.ts";
import { readKvSessions } from "./kv-sessions.ts";
import { isOpen } from "./lifetime.ts";
import type { Rights } from "./signed-in.ts";

type Row = { id: number; tokenHash: string; createdAt: number };

/**
 * A person's open sessions, last used first. D1 names all that were not ended (`rows`); KV says which of them were used of
 * late, and by which device. What KV does not know was used when it began.
 */
export async function toOpenSessions(
  kv: KVNamespace,
  rows: Row[],
  { rights, ports }: { rights: Rights; ports: Pick<Ports, "timeout" | "now"> },
) {
  const kept = await readKvSessions(
    kv,
    rows.map(({ tokenHash }) => tokenHash),
    ports,
  );
  const now = ports.now();
  return (
    rows
      .map(({ id, tokenHash, createdAt }) => {
        const { device = UNKNOWN_DEVICE, lastUsedAt = createdAt } = kept?.(tokenHash) ?? {};
        return { id, device, createdAt, lastUsedAt };
      })
      // Without KV nobody can tell which have run out.
      .filter((session) => !kept || isOpen(session, rights, now))
      .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt || other.id - one.id)
  );
}
