import { and, eq, exists, inArray, ne, notInArray, sql } from "drizzle-orm";
import { namedTargets } from "#schema/derived-tables.ts";
import { alternatives, sites, targetAliases, targetMoves, targets } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { listOf } from "../../db/lists.ts";
import { nameOf, namesOf, run } from "../../db/raw.ts";
import { failUnless } from "../../db/unless.ts";
import { indexOnce } from "../search/index-once.ts";
import { slugCandidates } from "../../names/slugs.ts";
import { targetKey, targetSlug } from "./keys.ts";
import { isUnknownLink } from "./links.ts";

type Product = { id: number; name: string; slug: string };

/** The products that have one of these names, their own or another one. */
export const findNamed = (db: Db, keys: string[]) =>
  db
    .selectDistinct({ id: targets.id, name: targets.name, slug: targets.slug })
    .from(namedTargets)
    .innerJoin(targets, eq(targets.id, namedTargets.targetId))
    .where(inArray(namedTargets.nameKey, listOf(keys)));

/** An address for a new name: its own former one, or one that nobody has or had. */
export async function freeTargetSlug(db: Db, product: { id: number; name: string; link: string }): Promise<string> {
  const candidates = slugCandidates(targetSlug(product.name, product.link), String(product.id));
  const taken = await db
    .select({ slug: targets.slug })
    .from(targets)
    .where(and(inArray(targets.slug, candidates), ne(targets.id, product.id)))
    .union(
      db
        .select({ slug: targetMoves.slug })
        .from(targetMoves)
        .where(and(inArray(targetMoves.slug, candidates), ne(targetMoves.targetId, product.id))),
    );
  const slugs = new Set(taken.map(({ slug }) => slug));
  return candidates.find((slug) => !slugs.has(slug)) ?? candidates.at(-1)!;
}

/** Statements for a batch, after a product was renamed: what it was called and where it was go on leading to it. */
export function moveStatements(db: Db, former: Product): Statement[] {
  const nameKey = targetKey(former.name);
  const product = db
    .select({ nameKey: targets.nameKey, slug: targets.slug })
    .from(targets)
    .where(eq(targets.id, former.id));
  const now = product.as("now");
  return [
    db
      .insert(targetAliases)
      .select(
        db
          .select({ nameKey: sql`${nameKey}`.as("name_key"), targetId: targets.id })
          .from(targets)
          .where(and(eq(targets.id, former.id), ne(targets.nameKey, nameKey))),
      )
      .onConflictDoNothing(),
    db
      .delete(targetAliases)
      .where(
        and(
          eq(targetAliases.targetId, former.id),
          inArray(targetAliases.nameKey, db.select({ key: now.nameKey }).from(now)),
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
        and(eq(targetMoves.targetId, former.id), inArray(targetMoves.slug, db.select({ slug: now.slug }).from(now))),
      ),
  ];
}

/** Statements for a batch: a product's other names are these and no others. */
export function setAliasesStatements(db: Db, id: number, keys: string[]): Statement[] {
  return [
    db
      .delete(targetAliases)
      .where(and(eq(targetAliases.targetId, id), notInArray(targetAliases.nameKey, listOf(keys)))),
    run(
      db,
      sql`INSERT INTO ${targetAliases} (${namesOf(targetAliases.nameKey, targetAliases.targetId)})
        SELECT value, ${id} FROM json_each(${JSON.stringify(keys)})
        WHERE value NOT IN (SELECT ${targets.nameKey} FROM ${targets} WHERE ${targets.id} = ${id})
        ON CONFLICT (${nameOf(targetAliases.nameKey)}) DO NOTHING`,
    ),
  ];
}

/**
 * Statements for a batch: what names one product names the other from now on, and the first one's names and addresses
 * lead there. A site that named both keeps the one it named the second by.
 */
export function mergeStatements(db: Db, from: number, into: number) {
  const siteOf = (id: number) =>
    db.select({ id: alternatives.siteId }).from(alternatives).where(eq(alternatives.targetId, id));
  const namesBoth = siteOf(from).intersect(siteOf(into));
  const former = db.select().from(targets).where(eq(targets.id, from));
  const isUnknown = isUnknownLink({ targetId: sql`${into}`, host: sql`${alternatives.host}` });
  return indexOnce(db, [
    // Refuses the batch if the first one is gone.
    db
      .update(targets)
      .set({ createdAt: failUnless(exists(former), targets.createdAt) })
      .where(eq(targets.id, into)),
    // A save of one of them that is under way must read it again.
    db
      .update(sites)
      .set({ updatedAt: sql`${sites.updatedAt} + 1` })
      .where(inArray(sites.id, namesBoth)),
    db.delete(alternatives).where(and(eq(alternatives.targetId, from), inArray(alternatives.siteId, namesBoth))),
    // Links of the one say nothing about the other: if its hosts are known, they wait like those of a new listing.
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
    db.delete(targets).where(eq(targets.id, from)),
  ]);
}
