import type { Db, Statement } from "../../db/connection.ts";
import { randomSuffix } from "../../http/signing.ts";
import { isStaff, type SignedIn } from "../sessions/signed-in.ts";
import { type NewSite, planInsert } from "./insert.ts";
import { type OwnDetailRow, ownSiteStatement, requireOwnSite } from "./own-sites.ts";
import { withFreeSlugs } from "../../names/slugs.ts";

/** Lists a person's site in two round trips, together with `others` or not at all, and answers it. */
export function insertOwnSite(db: Db, user: SignedIn, site: NewSite, others: Statement[]): Promise<OwnDetailRow> {
  return withFreeSlugs(async (isLastTry) => {
    const plan = await planInsert(db, [site], {
      ownerId: user.id,
      newId: randomSuffix,
      isForeign: !isStaff(user),
      isLastTry,
    });
    const [slug = ""] = plan.slugs;
    const results = await db.batch([...plan.statements, ...others, ownSiteStatement(db, user, { slug })]);
    // The last statement of the batch.
    return requireOwnSite(results.at(-1) as OwnDetailRow[]);
  });
}
