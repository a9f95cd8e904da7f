import type * as z from "zod/mini";
import { withDeadline } from "./deadline.ts";
import { logError } from "../log.ts";
import type { Ports } from "../ports.ts";

/*
 * What sessions and one-time codes can rely on (Cloudflare, "How KV works", "Limits", "Write key-value pairs"):
 * - A change can take 60 seconds or more to become visible, with no upper bound. Each location caches what it read, also
 *   that a key was missing.
 * - A key accepts one write a second; more are refused (429). There is no counter and no compare-and-set.
 * - A value lives for at least 60 seconds.
 * So KV never decides that something is still valid or still unused: a row in D1 does.
 */

/** After this time KV counts as down. */
export const KV_TIMEOUT_MS = 1000;
const TTL_MIN_SECONDS = 60;

type KvAccess<T> = {
  kv: KVNamespace;
  /** A value that does not match counts as missing. */
  shape: z.ZodMiniType<T>;
  ports: Pick<Ports, "timeout">;
};

/** Returns null if KV has no value, undefined if KV does not answer. */
export async function readKv<T>({ kv, shape, ports }: KvAccess<T>, key: string): Promise<T | null | undefined> {
  try {
    return decode(shape, await withDeadline(kv.get(key), ports.timeout(KV_TIMEOUT_MS)));
  } catch (error) {
    logError(error);
    return undefined;
  }
}

/** Returns undefined if KV does not answer. */
export async function readManyKv<T>(
  { kv, shape, ports }: KvAccess<T>,
  keys: string[],
): Promise<Map<string, T | null> | undefined> {
  const found = new Map<string, T | null>();
  const signal = ports.timeout(KV_TIMEOUT_MS);
  try {
    for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
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

/** The maximum of KV per read. */
const KEYS_AT_ONCE = 100;

/** Stores JSON for at least 60 seconds. Returns false if the write failed, which is logged. */
export async function writeKv(kv: KVNamespace, key: string, value: object, seconds: number): Promise<boolean> {
  const expirationTtl = Math.max(TTL_MIN_SECONDS, seconds);
  try {
    await kv.put(key, JSON.stringify(value), { expirationTtl });
    return true;
  } catch (error) {
    logError(error);
    return false;
  }
}

/** A failure is only logged, because the values expire. */
export async function deleteKv(kv: KVNamespace, keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => kv.delete(key))).catch(logError);
}
