/** Keys in R2 under which only this feature keeps something: an icon for a host, or nothing, to remember that. */
export const FAVICONS_PREFIX = "favicons/";

const DAY_MS = 86_400_000;
const FOUND_FRESH_MS = 30 * DAY_MS;
const NOTHING_FRESH_MS = DAY_MS;

export type Icon = { bytes: Uint8Array<ArrayBuffer>; type: string };

const keyOf = (host: string) => FAVICONS_PREFIX + host;

/** What the last look for an icon found, unless that was too long ago; empty where it found none. */
export async function findFresh(bucket: R2Bucket, { host, now }: { host: string; now: number }) {
  const stored = await bucket.get(keyOf(host));
  if (!stored) return undefined;
  const age = now - Number(stored.customMetadata?.["fetchedAt"] ?? 0);
  if (age < (stored.size > 0 ? FOUND_FRESH_MS : NOTHING_FRESH_MS)) return stored;
  await stored.body.cancel();
  return undefined;
}

/** Remembers what a look for an icon found, or that it found none. */
export async function keep(
  bucket: R2Bucket,
  { host, now, icon }: { host: string; now: number; icon: Icon | undefined },
) {
  await bucket.put(keyOf(host), icon?.bytes ?? "", {
    customMetadata: { fetchedAt: String(now) },
    ...(icon && { httpMetadata: { contentType: icon.type } }),
  });
}
