import { DAY_MS } from "#schema/values/dates.ts";
import { sha256 } from "../../http/signing.ts";

// R2 caches the images that the Worker fetched from other sites or has drawn.
const FAVICONS = "favicons/";
const REMOTE = "remote/";

/** Icons without the number were stored under weaker rules, and are not shown. */
export const faviconKey = (host: string) => `${FAVICONS}2/${host}`;
export const remoteImageKey = (url: string) => REMOTE + sha256(url);

export type FetchedImage = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** How long a cached image is valid, and how long a fetch without an image is not repeated. */
export type CacheLifetimes = { foundMs: number; missingMs: number };

/** Returns undefined if nothing is cached or it has expired. A size of 0 means that the last fetch found no image. */
export async function readImageCache(
  bucket: R2Bucket,
  key: string,
  { now, foundMs, missingMs }: CacheLifetimes & { now: number },
) {
  const cached = await bucket.get(key);
  if (!cached) return undefined;
  const age = now - Number(cached.customMetadata?.["fetchedAt"] ?? 0);
  if (age < (cached.size > 0 ? foundMs : missingMs)) return cached;
  await cached.body.cancel();
  return undefined;
}

export const isFetchedOverDayAgo = ({ customMetadata }: R2Object, now: number) =>
  now - Number(customMetadata?.["fetchedAt"] ?? 0) > DAY_MS;

/** Caches the image, or the fact that there was none. */
export function writeImageCache(
  bucket: R2Bucket,
  key: string,
  { now, image }: { now: number; image: FetchedImage | undefined },
) {
  return bucket.put(key, image?.bytes ?? "", {
    customMetadata: { fetchedAt: String(now) },
    ...(image && { httpMetadata: { contentType: image.type } }),
  });
}
