import { and, eq, exists, inArray, ne, not, notInArray, sql } from "drizzle-orm";
import { namedTargets } from "#schema/derived-tables.ts";
import { targetAliases, targetMoves, targets } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { failBatchUnless } from "../../db/fail-batch.ts";
import { jsonList } from "../../db/json-list.ts";
import { columnName, columnNames, runQuery } from "../../db/raw.ts";
import { slugCandidates } from "../../names/slugs.ts";
import { targetKey, targetSlug } from "../../names/targets.ts";

type Target = { id: number; name: string; slug: string };

/** Returns the targets with one of these names or aliases. `keys` are results of `targetKey`. */
export const findTargetsByName = (db: Db, keys: string[]) =>
  db
    .selectDistinct({ id: targets.id, name: targets.name, slug: targets.slug })
    .from(namedTargets)
    .innerJoin(targets, eq(targets.id, namedTargets.targetId))
    .where(inArray(namedTargets.nameKey, jsonList(keys)));

/** Returns a slug for the new name of a target. No other target has or had it. */
export async function findFreeTargetSlug(db: Db, target: { id: number; name: string; link: string }): Promise<string> {
  const candidates = slugCandidates(targetSlug(target.name, target.link), String(target.id));
  const taken = await db
    .select({ slug: targets.slug })
    .from(targets)
    .where(and(inArray(targets.slug, candidates), ne(targets.id, target.id)))
    .union(
      db
        .select({ slug: targetMoves.slug })
        .from(targetMoves)
        .where(and(inArray(targetMoves.slug, candidates), ne(targetMoves.targetId, target.id))),
    );
  const slugs = new Set(taken.map(({ slug }) => slug));
  return candidates.find((slug) => !slugs.has(slug)) ?? candidates.at(-1)!;
}

/**
 * Returns statements to run in a batch after a target was renamed. They keep its former name as an alias and its former
 * slug as a redirect, and delete an alias or redirect that equals the new name or slug.
 */
export function keepFormerNameStatements(db: Db, former: Target): Statement[] {
  const formerKey = targetKey(former.name);
  const current = db
    .select({ nameKey: targets.nameKey, slug: targets.slug })
    .from(targets)
    .where(eq(targets.id, former.id))
    .as("current");
  return [
    db
      .insert(targetAliases)
      .select(
        db
          .select({ nameKey: sql`${formerKey}`.as("name_key"), targetId: targets.id })
          .from(targets)
          .where(and(eq(targets.id, former.id), ne(targets.nameKey, formerKey))),
      )
      .onConflictDoNothing(),
    db
      .delete(targetAliases)
      .where(
        and(
          eq(targetAliases.targetId, former.id),
          inArray(targetAliases.nameKey, db.select({ key: current.nameKey }).from(current)),
        ),
      ),
    db
      .insert(targetMoves)
      .select(
        db
          .select({ slug: sql`${former.slug}`.as("slug"), targetId: targets.id })
          .from(targets)
          .where(and(eq(targets.id, former.id), ne(targets.slug, former.slug))),
      )
      .onConflictDoNothing(),
    db
      .delete(targetMoves)
      .where(
        and(
          eq(targetMoves.targetId, former.id),
          inArray(targetMoves.slug, db.select({ slug: current.slug }).from(current)),
        ),
      ),
  ];
}

/**
 * Returns a statement that adds an alias to a target. `key` is a result of `targetKey`. A batch with it violates
 * `target_aliases.name_key` if a target has this name or alias, and a foreign key if the target does not exist.
 */
export function addAliasStatement(db: Db, id: number, key: string): Statement {
  const isTaken = exists(db.select().from(targets).where(eq(targets.nameKey, key)));
  return db
    .insert(targetAliases)
    .values({ nameKey: failBatchUnless(not(isTaken), targetAliases.nameKey, key), targetId: id });
}

/**
 * Returns statements that replace all aliases of a target. `keys` are results of `targetKey`. They skip its own name and
 * aliases of other targets.
 */
export function setAliasesStatements(db: Db, id: number, keys: string[]): Statement[] {
  return [
    db
      .delete(targetAliases)
      .where(and(eq(targetAliases.targetId, id), notInArray(targetAliases.nameKey, jsonList(keys)))),
    runQuery(
      db,
      sql`INSERT INTO ${targetAliases} (${columnNames(targetAliases.nameKey, targetAliases.targetId)})
        SELECT value, ${id} FROM json_each(${JSON.stringify(keys)})
        WHERE value NOT IN (SELECT ${targets.nameKey} FROM ${targets} WHERE ${targets.id} = ${id})
        ON CONFLICT (${columnName(targetAliases.nameKey)}) DO NOTHING`,
    ),
  ];
}
