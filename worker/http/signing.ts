import { Buffer } from "node:buffer";
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** HMAC-SHA-256, base64url. Callers put their purpose in front of the text, so that no signature serves twice. */
export const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/** SHA-256, hexadecimal. */
export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** 128 random bits, base64url. */
export const randomToken = () => randomBytes(16).toString("base64url");

/** 32 random bits, hexadecimal: for ends of slugs, where the database tells whether one is taken. */
export const randomSuffix = () => randomBytes(4).toString("hex");

/** Compares in the same time wherever they differ. */
export function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
