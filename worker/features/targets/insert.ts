import { and, gt, inArray, eq, type SQL, sql } from "drizzle-orm";
import { hostOf } from "#schema/links.ts";
import { namedTargets } from "#schema/derived-tables.ts";
import { targetAliases, targetMoves, targets } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { excluded, jsonValue, columnName, runQuery } from "../../db/raw.ts";
import { linkKey } from "../../names/keys.ts";
import { slugCandidates, slugPicker } from "../../names/slugs.ts";
import { targetKey, targetName, targetSlug } from "./keys.ts";

/** An alternative as its owner names it; without a description, the one that is stored stays. */
export type NewAlternative = { name: string; link: string; description?: string | undefined };

/** The same with the product that it means and the slugs which that may take. */
export type PreparedAlternative = NewAlternative & {
  host: string;
  position: number;
  targetKey: string;
  slugs: string[];
};

/** Each name once: of "Slack" and "slack.com" the first stays. `newId` makes the end of a slug that nobody has. */
export function prepareAlternatives(alternatives: NewAlternative[], newId: () => string): PreparedAlternative[] {
  const named = new Map<string, PreparedAlternative>();
  for (const [position, alternative] of alternatives.entries()) {
    const key = targetKey(alternative.name);
    if (named.has(key)) continue;
    const slugs = slugCandidates(targetSlug(alternative.name, alternative.link), newId());
    named.set(key, { ...alternative, host: hostOf(alternative.link), position, targetKey: key, slugs });
  }
  return [...named.values()];
}

/** What `insertTargets` must know: which products active sites name already, and which slugs are taken. */
export function existingTargetsStatements(db: Db, named: PreparedAlternative[]) {
  const slugs = jsonList(named.flatMap((target) => target.slugs));
  const keys = jsonList(named.map((target) => target.targetKey));
  return [
    db
      .select({ nameKey: namedTargets.nameKey })
      .from(namedTargets)
      // A cross join keeps the order: from the names to their products.
      .crossJoin(targets)
      .where(and(eq(targets.id, namedTargets.targetId), inArray(namedTargets.nameKey, keys), gt(targets.siteCount, 0))),
    db
      .select({ slug: targets.slug })
      .from(targets)
      .where(inArray(targets.slug, slugs))
      .union(db.select({ slug: targetMoves.slug }).from(targetMoves).where(inArray(targetMoves.slug, slugs))),
  ] as const;
}

type Options = { known: { nameKey: string }[]; taken: { slug: string }[]; isLastTry: boolean; now: number };

/**
 * A statement that makes sure of a row for each product. One that no active site names takes name and link anew, so
 * that a listing which nobody may see does not decide over them, unless staff did.
 */
export function insertTargets(db: Db, named: PreparedAlternative[], { known, taken, isLastTry, now }: Options) {
  const keys = new Set(known.map((row) => row.nameKey));
  const pick = slugPicker(taken, isLastTry);
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
  const again = [targets.name, targets.link, targets.linkKey, targets.domain];
  return runQuery(
    db,
    sql`${insertFrom(targets, values, sql`FROM json_each(${JSON.stringify(wanted)})`)}
    WHERE NOT EXISTS (SELECT 1 FROM ${targetAliases} WHERE ${targetAliases.nameKey} = ${values.nameKey})
    ON CONFLICT (${columnName(targets.nameKey)}) DO UPDATE SET
      ${sql.join(
        again.map((column) => sql`${columnName(column)} = ${excluded(column)}`),
        sql`, `,
      )}
    WHERE ${targets.siteCount} = 0 AND NOT ${targets.isLinkFixed}`,
  );
}

/** The product of a name, its own or another one. */
export const targetIdOf = (key: SQL) =>
  sql`(SELECT ${namedTargets.targetId} FROM ${namedTargets} WHERE ${namedTargets.nameKey} = ${key})`;
