import { and, eq, exists, inArray, sql } from "drizzle-orm";
import { alternatives, sites, targetAliases, targetMoves, targets } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { failBatchUnless } from "../../db/fail-batch.ts";
import { deferReindex } from "../search/defer-reindex.ts";
import { isUnknownHost } from "./links.ts";
import { inheritTextsStatements } from "./staff-texts.ts";

/**
 * Returns the statements of a batch that moves everything from the target `from` to the target `into` and deletes
 * `from`. The names and slugs of `from` become aliases and redirects. A site that named both targets keeps only its
 * alternative for `into`. Texts by staff that `into` lacks are those of `from`. The batch violates `targets.created_at` if
 * `from` does not exist.
 */
export function mergeStatements(db: Db, from: number, into: number) {
  const sitesNaming = (id: number) =>
    db.select({ id: alternatives.siteId }).from(alternatives).where(eq(alternatives.targetId, id));
  const sitesNamingBoth = sitesNaming(from).intersect(sitesNaming(into));
  const fromTarget = db.select().from(targets).where(eq(targets.id, from));
  const isUnknown = isUnknownHost({ targetId: sql`${into}`, host: sql`${alternatives.host}` });
  return deferReindex(db, [
    db
      .update(targets)
      .set({ createdAt: failBatchUnless(exists(fromTarget), targets.createdAt) })
      .where(eq(targets.id, into)),
    // These sites lose an alternative, so their version changes. A concurrent save then fails.
    db
      .update(sites)
      .set({ updatedAt: sql`${sites.updatedAt} + 1` })
      .where(inArray(sites.id, sitesNamingBoth)),
    db.delete(alternatives).where(and(eq(alternatives.targetId, from), inArray(alternatives.siteId, sitesNamingBoth))),
    // Links for `from` are not checked for `into`: those with an unknown host wait for staff.
    db
      .update(alternatives)
      .set({ isWaiting: true })
      .where(and(eq(alternatives.targetId, from), isUnknown)),
    db.update(alternatives).set({ targetId: into }).where(eq(alternatives.targetId, from)),
    db.update(targetAliases).set({ targetId: into }).where(eq(targetAliases.targetId, from)),
    db.update(targetMoves).set({ targetId: into }).where(eq(targetMoves.targetId, from)),
    db
      .insert(targetAliases)
      .select(
        db
          .select({ nameKey: targets.nameKey, targetId: sql`${into}`.as("target_id") })
          .from(targets)
          .where(eq(targets.id, from)),
      )
      .onConflictDoUpdate({ target: targetAliases.nameKey, set: { targetId: into } }),
    db
      .insert(targetMoves)
      .select(
        db
          .select({ slug: targets.slug, targetId: sql`${into}`.as("target_id") })
          .from(targets)
          .where(eq(targets.id, from)),
      )
      .onConflictDoUpdate({ target: targetMoves.slug, set: { targetId: into } }),
    ...inheritTextsStatements(db, from, into),
    db.delete(targets).where(eq(targets.id, from)),
  ]);
}
