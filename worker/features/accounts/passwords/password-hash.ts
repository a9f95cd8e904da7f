import { Buffer } from "node:buffer";
import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";

type Cost = { N: number; r: number; p: number };

const derive = promisify<string, Buffer, number, Cost, Buffer>(scrypt);

/**
 * The cost of scrypt, from OWASP's Password Storage Cheat Sheet. Workers refuse a cost whose N·r·p is above 2^20. Tests
 * lower the cost (tests/worker/support/passwords.ts).
 */
export const COST: Cost = { N: 16_384, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Returns `scrypt$N$r$p$salt$key`, with salt and key in base64url. With `like`, it uses the salt and parameters of that
 * hash.
 */
export async function hashPassword(password: string, like?: string | null): Promise<string> {
  const [, n, r, p, salt] = like?.split("$") ?? [];
  const cost = like ? { N: Number(n), r: Number(r), p: Number(p) } : COST;
  const saltBytes = salt ? Buffer.from(salt, "base64url") : randomBytes(SALT_BYTES);
  const key = await derive(password.normalize("NFC"), saltBytes, KEY_BYTES, cost);
  return ["scrypt", cost.N, cost.r, cost.p, saltBytes.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Hashes a new password with the salt of another hash, unless that hash is null or has an outdated cost. A log-in then
 * compares the password with both hashes by computing one.
 */
export const hashWithSaltOf = (password: string, other: string | null) =>
  hashPassword(password, other && !hasOutdatedCost(other) ? other : null);

export const hasOutdatedCost = (hash: string) => !hash.startsWith(`scrypt$${COST.N}$${COST.r}$${COST.p}$`);
