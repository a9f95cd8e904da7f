import { Buffer } from "node:buffer";
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Returns HMAC-SHA-256 as base64url. Callers begin the text with its purpose, so a signature is valid for one purpose
 * only.
 */
export const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/** Returns SHA-256 as hexadecimal. */
export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Returns 128 random bits as base64url. */
export const randomToken = () => randomBytes(16).toString("base64url");

/** Returns 32 random bits as hexadecimal. For slugs, whose uniqueness the database checks. */
export const randomSuffix = () => randomBytes(4).toString("hex");

/** Compares in constant time. */
export function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
