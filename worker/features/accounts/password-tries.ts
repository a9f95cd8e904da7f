import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { clientAddress, type Counted, countTry, uncountTry } from "../../http/rate-limit.ts";
import { isEqual } from "../../http/signing.ts";
import { LIMITS } from "../../limits.ts";
import { hashPassword, isOutdated } from "./password.ts";
import { rehashPassword } from "./queries.ts";

type Try = {
  password: string;
  /** `refusedHash`: of the password that a sign-up for the account was refused with. */
  user: { id: number; passwordHash: string | null; refusedHash?: string | null } | undefined;
  /** What a wrong one counts against, beside the client's address. */
  limit: Counted;
};

/**
 * Whether the password is right, within the limits for failed ones. Costs the same whether or not there is such a user.
 * @throws AppError 429 where there were too many.
 */
export async function tryPassword(
  c: Context<AppEnv>,
  { password, user, limit }: Try,
): Promise<"right" | "refused" | "wrong"> {
  const counted: [Counted, Counted] = [[LIMITS.failedPasswordsOfClient, clientAddress(c)], limit];
  await countTry(c, ...counted);
  const { id, passwordHash, refusedHash } = user ?? {};
  const tried = await hashPassword(password, passwordHash ?? refusedHash);
  const isRight = isEqual(tried, passwordHash ?? "");
  if (!isRight && !isEqual(tried, refusedHash ?? "")) return "wrong";
  await uncountTry(c, ...counted);
  if (!isRight) return "refused";
  if (isOutdated(tried)) c.executionCtx.waitUntil(rehash(c, id!, tried, password));
  return "right";
}

async function rehash(c: Context<AppEnv>, userId: number, oldHash: string, password: string): Promise<void> {
  await rehashPassword(c.var.db, { userId, oldHash, passwordHash: await hashPassword(password) });
}
