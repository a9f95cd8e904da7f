import type * as z from "zod/mini";
import { withDeadline } from "../deadline.ts";
import { logError } from "../log.ts";
import type { Ports } from "../ports.ts";

/*
 * What sessions and one-time codes count on (Cloudflare, "How KV works", "Limits", "Write key-value pairs"):
 * - A change may take 60 seconds or more to be seen in another place, because each keeps what it has read, for 60 seconds
 *   unless asked otherwise (30 at least), also that there was nothing. No bound is promised, not even where it was made.
 * - A key takes one write a second; more are refused (429). There is neither counting nor comparing.
 * - A value lives for at least 60 seconds. `list` is as late as the rest.
 * So KV never decides that something is still good or was not used before: a row in D1 does.
 */

/** A KV that is slower is as good as down: D1 knows enough to go on. */
const KV_TIMEOUT_MS = 1000;
const TTL_MIN_SECONDS = 60;

type KvAccess<T> = {
  kv: KVNamespace;
  /** Of what is kept: another value is as good as none. */
  shape: z.ZodMiniType<T>;
  ports: Pick<Ports, "timeout">;
};

/** What KV holds; null if it knows nothing, undefined if it does not answer. */
export async function readKv<T>({ kv, shape, ports }: KvAccess<T>, key: string): Promise<T | null | undefined> {
  try {
    return decode(shape, await withDeadline(kv.get(key), ports.timeout(KV_TIMEOUT_MS)));
  } catch (error) {
    logError(error);
    return undefined;
  }
}

/** What KV holds under each of the keys; undefined if it does not answer. */
export async function readManyKv<T>(
  { kv, shape, ports }: KvAccess<T>,
  keys: string[],
): Promise<Map<string, T | null> | undefined> {
  const found = new Map<string, T | null>();
  const signal = ports.timeout(KV_TIMEOUT_MS);
  try {
    for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
      // oxlint-disable-next-line no-await-in-loop -- Few people have more than one part.
      const part = await withDeadline(kv.get(keys.slice(at, at + KEYS_AT_ONCE)), signal);
      for (const [key, text] of part) found.set(key, decode(shape, text));
    }
    return found;
  } catch (error) {
    logError(error);
    return undefined;
  }
}

function decode<T>(shape: z.ZodMiniType<T>, text: string | null): T | null {
  try {
    return shape.safeParse(JSON.parse(text ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

/** As many values as KV hands out at once. */
const KEYS_AT_ONCE = 100;

/** A write that fails is logged: what it was for is in D1 as far as it must be. */
export async function writeKv(kv: KVNamespace, key: string, value: object, seconds: number): Promise<void> {
  const expirationTtl = Math.max(TTL_MIN_SECONDS, seconds);
  await kv.put(key, JSON.stringify(value), { expirationTtl }).catch(logError);
}

/** What cannot be removed goes by itself. */
export async function deleteKv(kv: KVNamespace, keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => kv.delete(key))).catch(logError);
}
