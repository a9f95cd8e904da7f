import { Buffer } from "node:buffer";
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** HMAC-SHA-256 as base64url. `text` begins with its purpose, so a signature is valid for one purpose only. */
export const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/** As hexadecimal. */
export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** 128 random bits as base64url. */
export const randomToken = () => randomBytes(16).toString("base64url");

/** 32 random bits as hexadecimal, for slugs. The database checks that they are unique. */
export const randomSuffix = () => randomBytes(4).toString("hex");

/** Compares in constant time. */
export function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
