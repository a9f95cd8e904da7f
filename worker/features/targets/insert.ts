import { and, gt, inArray, eq, type SQL, sql } from "drizzle-orm";
import { hostOf } from "#schema/links.ts";
import { namedTargets } from "#schema/derived-tables.ts";
import type { Pair } from "#schema/sites.ts";
import { targetAliases, targetMoves, targets } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { excluded, jsonValue, columnName, runQuery } from "../../db/raw.ts";
import { linkKey } from "../../names/keys.ts";
import { slugCandidates, slugPicker } from "../../names/slugs.ts";
import { targetKey, targetName, targetSlug } from "../../names/targets.ts";

/**
 * An alternative as its owner writes it: it names a target, which is a popular product. If `description` is missing, a
 * stored description stays. If it says nothing about the pair, the stored pair stays.
 */
export type NewAlternative = { name: string; link: string; description?: string | undefined } & Pair;

/** `slugs` are candidates for the slug of the target, if it is new. */
export type PreparedAlternative = Pick<NewAlternative, "name" | "link" | "description"> & {
  /** Null clears the stored pair. Undefined keeps it. */
  pair: Pair | null | undefined;
  host: string;
  position: number;
  targetKey: string;
  slugs: string[];
};

/**
 * Adds the key of each alternative's target and removes repeated targets: of "Slack" and "slack.com", the first stays.
 * `newId` returns the random end of the last slug candidate.
 */
export function prepareAlternatives(alternatives: NewAlternative[], newId: () => string): PreparedAlternative[] {
  const named = new Map<string, PreparedAlternative>();
  for (const [position, alternative] of alternatives.entries()) {
    const key = targetKey(alternative.name);
    if (named.has(key)) continue;
    const slugs = slugCandidates(targetSlug(alternative.name, alternative.link), newId());
    const { name, link, description } = alternative;
    const pair = pairIn(alternative);
    named.set(key, { name, link, description, pair, host: hostOf(link), position, targetKey: key, slugs });
  }
  return [...named.values()];
}

/** Returns what is stated, null if nothing is, or undefined if none of the fields is given. */
export function pairIn({ replaces, lacks, adds, moving }: Pair): Pair | null | undefined {
  if ([replaces, lacks, adds, moving].every((given) => given === undefined)) return undefined;
  const pair: Pair = {
    ...(replaces && { replaces }),
    ...(lacks && lacks.length > 0 && { lacks }),
    ...(adds && adds.length > 0 && { adds }),
    ...(moving && (moving.text || moving.link) && { moving }),
  };
  return Object.keys(pair).length > 0 ? pair : null;
}

/** Selects `known` and `taken` for `insertTargets`: targets that active sites name already, and taken slugs. */
export function existingTargetsStatements(db: Db, named: PreparedAlternative[]) {
  const slugs = jsonList(named.flatMap((target) => target.slugs));
  const keys = jsonList(named.map((target) => target.targetKey));
  return [
    db
      .select({ nameKey: namedTargets.nameKey, id: targets.id })
      .from(namedTargets)
      // SQLite does not reorder a cross join: it looks up the few names first, then their targets.
      .crossJoin(targets)
      .where(and(eq(targets.id, namedTargets.targetId), inArray(namedTargets.nameKey, keys), gt(targets.siteCount, 0))),
    db
      .select({ slug: targets.slug })
      .from(targets)
      .where(inArray(targets.slug, slugs))
      .union(db.select({ slug: targetMoves.slug }).from(targetMoves).where(inArray(targetMoves.slug, slugs))),
  ] as const;
}

type Options = { known: { nameKey: string }[]; taken: { slug: string }[]; isLastAttempt: boolean; now: number };

/**
 * Returns a statement that inserts the targets that do not exist yet. A name that is an alias inserts nothing. A target
 * that no active site names gets the new name and link, unless staff set its link. So a pending listing cannot decide
 * the name of a target for good.
 */
export function insertTargets(db: Db, named: PreparedAlternative[], { known, taken, isLastAttempt, now }: Options) {
  const keys = new Set(known.map((row) => row.nameKey));
  const pick = slugPicker(taken, isLastAttempt);
  const wanted = named.flatMap((target) => {
    if (keys.has(target.targetKey)) return [];
    keys.add(target.targetKey);
    return [
      {
        slug: pick(target.slugs),
        name: targetName(target.name),
        nameKey: target.targetKey,
        link: target.link,
        linkKey: linkKey(target.link),
        domain: target.host,
      },
    ];
  });
  const values = {
    slug: jsonValue("slug"),
    name: jsonValue("name"),
    nameKey: jsonValue("nameKey"),
    link: jsonValue("link"),
    linkKey: jsonValue("linkKey"),
    domain: jsonValue("domain"),
    createdAt: sql`${now}`,
  };
  const replaced = [targets.name, targets.link, targets.linkKey, targets.domain];
  return runQuery(
    db,
    sql`${insertFrom(targets, values, sql`FROM json_each(${JSON.stringify(wanted)})`)}
    WHERE NOT EXISTS (SELECT 1 FROM ${targetAliases} WHERE ${targetAliases.nameKey} = ${values.nameKey})
    ON CONFLICT (${columnName(targets.nameKey)}) DO UPDATE SET
      ${sql.join(
        replaced.map((column) => sql`${columnName(column)} = ${excluded(column)}`),
        sql`, `,
      )}
    WHERE ${targets.siteCount} = 0 AND NOT ${targets.isLinkFixed}`,
  );
}

/** Returns SQL for the id of the target with this name or alias. `key` is a result of `targetKey`. */
export const targetIdOfName = (key: SQL) =>
  sql`(SELECT ${namedTargets.targetId} FROM ${namedTargets} WHERE ${namedTargets.nameKey} = ${key})`;
