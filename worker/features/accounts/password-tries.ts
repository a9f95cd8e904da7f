import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { clearTries, clientAddress, countTry, uncountTry } from "../../http/rate-limit.ts";
import { LIMITS } from "../../limits.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { rehashPassword } from "./queries.ts";

type Try = { email: string; password: string; user: { id: number; passwordHash: string | null } | undefined };

/**
 * Whether the password is right, within the limits for failed ones. Costs the same whether or not there is such a user.
 * @throws AppError 429 where there were too many.
 */
export async function tryPassword(c: Context<AppEnv>, { email, password, user }: Try): Promise<boolean> {
  const ofClient = [LIMITS.failedPasswordsOfClient, clientAddress(c)] as const;
  await countTry(c, ofClient, [LIMITS.failedPasswordsOfAccount, email]);
  const { isRight, isOutdated } = await verifyPassword(password, user?.passwordHash);
  if (!isRight || !user?.passwordHash) return false;
  await clearTries(c, [LIMITS.failedPasswordsOfAccount, email]);
  await uncountTry(c, ofClient);
  if (isOutdated) c.executionCtx.waitUntil(rehash(c, user.id, user.passwordHash, password));
  return true;
}

async function rehash(c: Context<AppEnv>, userId: number, oldHash: string, password: string): Promise<void> {
  await rehashPassword(c.var.db, { userId, oldHash, passwordHash: await hashPassword(password) });
}
