import { Buffer } from "node:buffer";
import type { Context } from "hono";
import { DAY_MS } from "#schema/values/dates.ts";
import { MAX_IMAGE_PIXELS } from "#schema/images/media.ts";
import { mediaPath } from "#schema/pages/paths.ts";
import type { AppEnv } from "../../env.ts";
import { fetchPublic, publicUrl } from "../../http/public-fetch.ts";
import { hmac, isEqual } from "../../http/signing.ts";
import type { Ports } from "../../ports.ts";
import { fetchedImageType } from "./fetched-image.ts";
import type { FetchedImage } from "./fetched-image-cache.ts";

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 8000;
const REDIRECTS = 3;

type SignerOptions = { secretKey: string; now: number };

const sign = (secretKey: string, url: string, expiry: string) => hmac(secretKey, `remote-image:${expiry}:${url}`);

/**
 * Returns a function that turns the URL of a remote image into a signed path of this origin. Visitors' browsers send no
 * request to other sites, and the Worker fetches signed URLs only: it is no open proxy. A signature lasts seven days and
 * ends with a day, so the path changes once a day: browsers and caches can reuse pages and images.
 */
export function remoteImageSigner({ secretKey, now }: SignerOptions) {
  const expiry = (Math.ceil(now / DAY_MS + 7) * DAY_MS).toString(36);
  return (url: string) =>
    mediaPath(`remote/${expiry}-${sign(secretKey, url, expiry)}/${Buffer.from(url).toString("base64url")}`);
}

export const imageSigner = (c: Context<AppEnv>) =>
  remoteImageSigner({ secretKey: c.env.SECRET_KEY, now: c.var.ports.now() });

const decode = (encoded: string) => Buffer.from(encoded, "base64url").toString();

/** Returns the remote URL of a path of `remoteImageSigner`, without a check of the signature. */
export function originalUrl(path: string): string | undefined {
  const [, encoded] = /^\/media\/remote\/[\w-]+\/([\w-]+)$/.exec(path) ?? [];
  return encoded && decode(encoded);
}

type Signed = { secretKey: string; now: number; signature: string; encoded: string };

/** Returns the remote URL, or undefined if the signature is wrong or has expired. */
export function verifySignedUrl({ secretKey, now, signature, encoded }: Signed): string | undefined {
  const [, expiry, code] = /^([0-9a-z]{1,11})-([\w-]+)$/.exec(signature) ?? [];
  if (expiry === undefined || code === undefined || Number.parseInt(expiry, 36) < now) return undefined;
  const url = decode(encoded);
  return isEqual(code, sign(secretKey, url, expiry)) ? url : undefined;
}

/** Returns undefined if there is no image within the limits of bytes, pixels and time. */
export async function fetchRemoteImage(ports: Ports, remoteUrl: string): Promise<FetchedImage | undefined> {
  const url = publicUrl(remoteUrl);
  const file =
    url &&
    (await fetchPublic(ports, url, {
      accept: "image/webp,image/png,image/jpeg,image/gif,image/x-icon",
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: REDIRECTS,
    }));
  const type = file && fetchedImageType(file.bytes, MAX_IMAGE_PIXELS);
  return type ? { bytes: file.bytes, type } : undefined;
}
