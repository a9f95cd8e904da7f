import { and, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { OWNERSHIP_MESSAGES } from "#schema/sites/ownership.ts";
import { users } from "#schema/tables/accounts.ts";
import { claims } from "#schema/tables/claims.ts";
import type { Db } from "../../db/connection.ts";
import type { Bindings } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { checkProof } from "../proof/check.ts";
import { proofToken } from "../proof/places.ts";
import { disputeClaim, grantClaim } from "./claims.ts";
import { ownershipStatement } from "./find.ts";

/** Each fetches pages. The next runs take the rest. */
const CLAIMS_PER_RUN = 5;

type Parts = { db: Db; env: Bindings; ports: Ports; config: DirectoryConfig };

/**
 * For cron: decides claims that the owner did not answer in time, and deletes those of suspended people. The person must still prove the site. Staff decide in all
 * other cases, and about the listing of a proven owner.
 */
export async function decideDueClaims({ db, env, ports, config }: Parts): Promise<void> {
  const now = ports.now();
  const isLate = lte(claims.answerDueAt, now);
  const suspended = db.select({ id: users.id }).from(users).where(isNotNull(users.suspendedAt));
  await db.delete(claims).where(and(isLate, inArray(claims.userId, suspended)));
  const isDue = and(isLate, isNull(claims.objection));
  const due = await ownershipStatement(db, isDue).orderBy(claims.answerDueAt).limit(CLAIMS_PER_RUN);
  const author = { id: null, email: "unanswered claim", now };
  for (const site of due) {
    const token = proofToken(env.SECRET_KEY, { siteId: site.id, userId: site.claimantId! });
    const { proven, reason } = await checkProof(ports, { link: site.link, token });
    const [proof] = proven;
    try {
      if (!proof) await disputeClaim(db, site, `${OWNERSHIP_MESSAGES.proofGone} ${reason}`);
      else if (site.verifiedBy) await disputeClaim(db, site, "");
      else await grantClaim({ env, var: { db, ports, config } }, site, { author, proof });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Otherwise a payment is in progress, or Stripe is down: the next run tries again.
      if (error.message === OWNERSHIP_MESSAGES.linkTaken) await disputeClaim(db, site, error.message);
      else logError(error);
    }
  }
}
