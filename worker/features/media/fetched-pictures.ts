import { sha256 } from "../../http/signing.ts";

// Pictures that the Worker fetched from elsewhere lie in R2, under prefixes that no upload has.
const FAVICONS = "favicons/";
const REMOTE = "remote/";

/** Grows with the rules for icons, so that none is served that earlier ones let through. */
const ICON_RULES = 2;

export const faviconKey = (host: string) => `${FAVICONS}${ICON_RULES}/${host}`;
export const remoteImageKey = (address: string) => REMOTE + sha256(address);
export const isUploadKey = (key: string) => !key.startsWith(FAVICONS) && !key.startsWith(REMOTE);

export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** How long the outcome of a look stands, by what it found. */
export type Lifetimes = { foundMs: number; nothingMs: number };

/** What the last look kept; undefined where there was none or it was too long ago. Empty (size 0) where it found nothing. */
export async function findKept(
  bucket: R2Bucket,
  key: string,
  { now, foundMs, nothingMs }: Lifetimes & { now: number },
) {
  const kept = await bucket.get(key);
  if (!kept) return undefined;
  const age = now - Number(kept.customMetadata?.["fetchedAt"] ?? 0);
  if (age < (kept.size > 0 ? foundMs : nothingMs)) return kept;
  await kept.body.cancel();
  return undefined;
}

const DAY_MS = 86_400_000;

/** Whether the look was more than a day ago. */
export const isOld = ({ customMetadata }: R2Object, now: number) =>
  now - Number(customMetadata?.["fetchedAt"] ?? 0) > DAY_MS;

/** Keeps what a look found, or that it found nothing, so that nobody can make the Worker look again and again. */
export function keep(bucket: R2Bucket, key: string, { now, picture }: { now: number; picture: Picture | undefined }) {
  return bucket.put(key, picture?.bytes ?? "", {
    customMetadata: { fetchedAt: String(now) },
    ...(picture && { httpMetadata: { contentType: picture.type } }),
  });
}
