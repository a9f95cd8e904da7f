import { and, isNull, lte } from "drizzle-orm";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { OWNERSHIP_MESSAGES } from "#schema/sites/ownership.ts";
import { claims } from "#schema/tables/claims.ts";
import type { Db } from "../../db/connection.ts";
import type { Bindings } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { checkProof } from "../proof/check.ts";
import { proofToken } from "../proof/places.ts";
import { disputeClaim, grantClaim } from "./claims.ts";
import { claimants, type OwnedSite, ownershipStatement } from "./find.ts";

/** Each fetches pages. The next runs take the rest. */
const CLAIMS_PER_RUN = 5;

type Parts = { db: Db; env: Bindings; ports: Ports; config: DirectoryConfig };

/** For cron: decides claims that the owner did not answer in time. */
export async function decideDueClaims(parts: Parts): Promise<void> {
  const { db, ports } = parts;
  const now = ports.now();
  const isDue = and(lte(claims.answerDueAt, now), isNull(claims.objection), isNull(claimants.suspendedAt));
  const due = await ownershipStatement(db, isDue).orderBy(claims.answerDueAt).limit(CLAIMS_PER_RUN);
  for (const site of due) await decide(parts, site, now);
}

/** The person must still prove the site. Staff decide in all other cases, and about the listing of a proven owner. */
async function decide({ db, env, ports, config }: Parts, site: OwnedSite, now: number): Promise<void> {
  const token = proofToken(env.SECRET_KEY, { siteId: site.id, userId: site.claimantId! });
  const { proven, reason } = await checkProof(ports, { link: site.link, token });
  if (proven.length === 0 || site.verifiedBy) {
    await disputeClaim(db, site, proven.length === 0 ? `${OWNERSHIP_MESSAGES.proofGone} ${reason}` : "");
    return;
  }
  const author = { id: null, email: "unanswered claim", now };
  try {
    await grantClaim({ env, var: { db, ports, config } }, site, { author, proof: proven[0] });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Otherwise a payment is in progress, or Stripe is down: the next run tries again.
    if (error.message === OWNERSHIP_MESSAGES.linkTaken) await disputeClaim(db, site, error.message);
    else logError(error);
  }
}
