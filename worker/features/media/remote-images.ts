import { Buffer } from "node:buffer";
import { MAX_IMAGE_PIXELS } from "#schema/media.ts";
import { mediaPath } from "#schema/paths.ts";
import { fetchPublic, publicUrl } from "../../http/public-fetch.ts";
import { hmac, isEqual } from "../../http/signing.ts";
import type { Ports } from "../../ports.ts";
import { validateFetchedImage } from "./validate-fetched-image.ts";
import type { FetchedImage } from "./fetched-image-cache.ts";

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 8000;
const REDIRECTS = 3;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * How long a signature lasts at least, and in which steps its end moves on: within a step the address of a picture stays
 * the same, so that pages and pictures can be kept.
 */
const SPANS = {
  page: { lastsMs: 7 * DAY_MS, stepMs: DAY_MS },
  preview: { lastsMs: 60 * MINUTE_MS, stepMs: 10 * MINUTE_MS },
};

type Signing = { secretKey: string; now: number; shownIn: keyof typeof SPANS };

const sign = (secretKey: string, address: string, end: string) => hmac(secretKey, `remote-image:${end}:${address}`);

/**
 * Gives pictures that lie elsewhere an address here, so that no visitor's browser asks a third party for them. Signed
 * for a time, so that the Worker fetches only what an article shows.
 */
export function remoteImageSigner({ secretKey, now, shownIn }: Signing) {
  const { lastsMs, stepMs } = SPANS[shownIn];
  const end = (Math.ceil((now + lastsMs) / stepMs) * stepMs).toString(36);
  return (address: string) =>
    mediaPath(`remote/${end}-${sign(secretKey, address, end)}/${Buffer.from(address).toString("base64url")}`);
}

const decode = (encoded: string) => Buffer.from(encoded, "base64url").toString();

/** What a path of `remoteImageSigner` stands for, whoever signed it; undefined where it is no such path. */
export function originalUrl(path: string): string | undefined {
  const [, encoded] = /^\/media\/remote\/[\w-]+\/([\w-]+)$/.exec(path) ?? [];
  return encoded && decode(encoded);
}

type Signed = { secretKey: string; now: number; signature: string; encoded: string };

/** The address that `remoteImageSigner` put into a path; undefined where it did not, or too long ago. */
export function verifySignedUrl({ secretKey, now, signature, encoded }: Signed): string | undefined {
  const [, end, code] = /^([0-9a-z]{1,11})-([\w-]+)$/.exec(signature) ?? [];
  if (end === undefined || code === undefined || Number.parseInt(end, 36) < now) return undefined;
  const address = decode(encoded);
  return isEqual(code, sign(secretKey, address, end)) ? address : undefined;
}

/** The picture at a public address; undefined where there is none within the limits. */
export async function fetchRemoteImage(ports: Ports, address: string): Promise<FetchedImage | undefined> {
  const url = publicUrl(address);
  const file =
    url &&
    (await fetchPublic(ports, url, {
      accept: "image/avif,image/webp,image/png,image/jpeg,image/gif,image/x-icon",
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: REDIRECTS,
    }));
  const type = file && validateFetchedImage(file.bytes, MAX_IMAGE_PIXELS);
  return type ? { bytes: file.bytes, type } : undefined;
}
