import { SESSION_SECONDS } from "../../http/cookies.ts";
import { inTime } from "../../in-time.ts";
import { logError } from "../../log.ts";
import { UNKNOWN_DEVICE } from "./device.ts";

/** What KV keeps of a session, under the SHA-256 of its cookie: what its owner is shown, and nothing that decides. */
type Description = { userId: number; device: string };

/** As many values as KV hands out at once. */
const AT_ONCE = 100;

const keyOf = (tokenHash: string) => `sess:${tokenHash}`;

/** Called again while the session is used, so that the description outlives it by 30 days at most. */
export async function describeSession(kv: KVNamespace, tokenHash: string, description: Description): Promise<void> {
  await kv
    .put(keyOf(tokenHash), JSON.stringify(description), { expirationTtl: SESSION_SECONDS })
    // The session itself stands; its owner reads "Unknown device".
    .catch(logError);
}

/** The device of each of the first 100, in their order; an unknown one where KV has not answered by the signal. */
export async function listDevices(kv: KVNamespace, tokenHashes: string[], signal: AbortSignal): Promise<string[]> {
  const keys = tokenHashes.slice(0, AT_ONCE).map(keyOf);
  if (keys.length === 0) return [];
  const found = await inTime(kv.get<Description>(keys, "json"), signal).catch(logError);
  return keys.map((key) => found?.get(key)?.device ?? UNKNOWN_DEVICE);
}

/** Of sessions that have ended. Those beyond the first 100, and what cannot be removed, go by themselves in 30 days. */
export async function forgetDescriptions(kv: KVNamespace, ended: { tokenHash: string }[]): Promise<void> {
  const removals = ended.slice(0, AT_ONCE).map(({ tokenHash }) => kv.delete(keyOf(tokenHash)));
  await Promise.all(removals).catch(logError);
}
