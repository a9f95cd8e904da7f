import { Buffer } from "node:buffer";
import { mediaPath } from "#schema/paths.ts";
import { fetchPublic, publicUrl } from "../../http/public-fetch.ts";
import { hmac, isEqual } from "../../http/signing.ts";
import type { Ports } from "../../ports.ts";
import type { Picture } from "./fetched-pictures.ts";
import { iconType } from "./image-type.ts";

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 8000;
const REDIRECTS = 3;

const sign = (secretKey: string, address: string) => hmac(secretKey, `remote-image:${address}`);

/**
 * Gives pictures that lie elsewhere an address here, so that no visitor's browser asks a third party for them. Signed,
 * so that the Worker fetches only what an article shows.
 */
export const remoteImageSigner = (secretKey: string) => (address: string) =>
  mediaPath(`remote/${sign(secretKey, address)}/${Buffer.from(address).toString("base64url")}`);

const decode = (encoded: string) => Buffer.from(encoded, "base64url").toString();

/** What a path of `remoteImageSigner` stands for, whoever signed it; undefined where it is no such path. */
export function originalAddress(path: string): string | undefined {
  const [, encoded] = /^\/media\/remote\/[\w-]+\/([\w-]+)$/.exec(path) ?? [];
  return encoded && decode(encoded);
}

/** The address that `remoteImageSigner` put into a path; undefined where it did not. */
export function signedAddress(secretKey: string, { signature, encoded }: { signature: string; encoded: string }) {
  const address = decode(encoded);
  return isEqual(signature, sign(secretKey, address)) ? address : undefined;
}

/** The picture at a public address; undefined where there is none within the limits. */
export async function fetchRemoteImage(ports: Ports, address: string): Promise<Picture | undefined> {
  const url = publicUrl(address);
  const file =
    url &&
    (await fetchPublic(ports, url, {
      accept: "image/avif,image/webp,image/png,image/jpeg,image/gif,image/x-icon",
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: REDIRECTS,
    }));
  const type = file && iconType(file.bytes);
  return type ? { bytes: file.bytes, type } : undefined;
}
