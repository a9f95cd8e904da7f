import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

type Cost = { N: number; r: number; p: number };

const derive = promisify<string, Buffer, number, Cost, Buffer>(scrypt);

/** OWASP, Password Storage: N=2^14, r=8, p=5. N·r·p stays below the 2^20 that Workers allow. */
const COST: Cost = { N: 16_384, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const NOBODYS_SALT = Buffer.alloc(SALT_BYTES);

/** `scrypt$N$r$p$salt$key`, salt and key base64url; the parameters travel along so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password.normalize("NFC"), salt, KEY_BYTES, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Whether a password is the one that was hashed, and whether it should be hashed anew because the parameters were
 * raised. Without a hash it does the same work for nothing, so that time does not tell who has an account.
 */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const [, n, r, p, salt, key] = stored?.split("$") ?? [];
  const cost = stored ? { N: Number(n), r: Number(r), p: Number(p) } : COST;
  const expected = Buffer.from(key ?? "", "base64url");
  const saltBytes = stored ? Buffer.from(salt ?? "", "base64url") : NOBODYS_SALT;
  const derived = await derive(password.normalize("NFC"), saltBytes, KEY_BYTES, cost);
  return {
    isRight: expected.length === KEY_BYTES && timingSafeEqual(expected, derived),
    isOutdated: cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p,
  };
}
