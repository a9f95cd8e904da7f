import { Buffer } from "node:buffer";
import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";

type Cost = { N: number; r: number; p: number };

const derive = promisify<string, Buffer, number, Cost, Buffer>(scrypt);

/**
 * OWASP, Password Storage: N=2^14, r=8, p=5. N·r·p stays below the 2^20 that Workers allow. Tests of other things lower
 * it (tests/worker/support/passwords.ts).
 */
export const COST: Cost = { N: 16_384, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * `scrypt$N$r$p$salt$key`, salt and key base64url; the parameters travel along so that they can be raised later. With
 * the salt and parameters of the hash `like`, where one is given: what two hashes with the same ones were made of is
 * tried by making one.
 */
export async function hashPassword(password: string, like?: string | null): Promise<string> {
  const [, n, r, p, salt] = like?.split("$") ?? [];
  const cost = like ? { N: Number(n), r: Number(r), p: Number(p) } : COST;
  const saltBytes = salt ? Buffer.from(salt, "base64url") : randomBytes(SALT_BYTES);
  const key = await derive(password.normalize("NFC"), saltBytes, KEY_BYTES, cost);
  return ["scrypt", cost.N, cost.r, cost.p, saltBytes.toString("base64url"), key.toString("base64url")].join("$");
}

/** So that a log-in compares a password with this hash and that of a refused sign-up by making one. */
export const hashWithSaltOf = (password: string, refusedHash: string | null) =>
  hashPassword(password, refusedHash && !hasOutdatedCost(refusedHash) ? refusedHash : null);

/** Whether the parameters were raised since. */
export const hasOutdatedCost = (hash: string) => !hash.startsWith(`scrypt$${COST.N}$${COST.r}$${COST.p}$`);
