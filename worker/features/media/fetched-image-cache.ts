import { sha256 } from "../../http/signing.ts";

// Pictures that the Worker fetched from elsewhere lie in R2, under prefixes that no upload has.
const FAVICONS = "favicons/";
const REMOTE = "remote/";

/** Grows with the rules for icons, so that none is served that earlier ones let through. */
const ICON_RULES = 2;

export const faviconKey = (host: string) => `${FAVICONS}${ICON_RULES}/${host}`;
export const remoteImageKey = (address: string) => REMOTE + sha256(address);
export const isUploadKey = (key: string) => !key.startsWith(FAVICONS) && !key.startsWith(REMOTE);

export type FetchedImage = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** How long the outcome of a look stands, by what it found. */
export type CacheLifetimes = { foundMs: number; missingMs: number };

/** What the last look kept; undefined where there was none or it was too long ago. Empty (size 0) where it found nothing. */
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

const DAY_MS = 86_400_000;

/** Whether the look was more than a day ago. */
export const isFetchedOverDayAgo = ({ customMetadata }: R2Object, now: number) =>
  now - Number(customMetadata?.["fetchedAt"] ?? 0) > DAY_MS;

/** Keeps what a look found, or that it found nothing, so that nobody can make the Worker look again and again. */
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
