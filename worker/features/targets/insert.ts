import { sql, type SQL } from "drizzle-orm";
import { hostOf } from "#schema/links.ts";
import type { Db } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";
import { linkKey } from "../../names/keys.ts";
import { slugCandidates, slugPicker } from "../../names/slugs.ts";
import { targetKey, targetName, targetSlug } from "./keys.ts";

/** An alternative as its owner names it; without a description, the one that is stored stays. */
export type NewAlternative = { name: string; link: string; description?: string | undefined };

/** The same with the product that it means and the slugs which that may take. */
export type NamedAlternative = NewAlternative & { host: string; position: number; targetKey: string; slugs: string[] };

/** Each name once: of "Slack" and "slack.com" the first stays. `newId` makes the end of a slug that nobody has. */
export function nameTargets(alternatives: NewAlternative[], newId: () => string): NamedAlternative[] {
  const named = new Map<string, NamedAlternative>();
  for (const [position, alternative] of alternatives.entries()) {
    const key = targetKey(alternative.name);
    if (named.has(key)) continue;
    const slugs = slugCandidates(targetSlug(alternative.name, alternative.link), newId());
    named.set(key, { ...alternative, host: hostOf(alternative.link), position, targetKey: key, slugs });
  }
  return [...named.values()];
}

type Known = { name_key: string };
type Taken = { slug: string };

/** What `insertTargets` must know: which products active sites name already, and which slugs are taken. */
export function knownTargets(db: Db, named: NamedAlternative[]) {
  const slugs = values(named.flatMap((target) => target.slugs));
  return [
    all<Known>(
      db,
      sql`SELECT named_targets.name_key FROM named_targets CROSS JOIN targets ON targets.id = target_id
        WHERE named_targets.name_key IN (${values(named.map((target) => target.targetKey))}) AND site_count > 0`,
    ),
    all<Taken>(
      db,
      sql`SELECT slug FROM targets WHERE slug IN (${slugs}) UNION SELECT slug FROM target_moves WHERE slug IN (${slugs})`,
    ),
  ] as const;
}

type Options = { known: Known[]; taken: Taken[]; isLastTry: boolean; now: number };

/**
 * A statement that makes sure of a row for each product. One that no active site names takes name and link anew, so
 * that a listing which nobody may see does not decide over them, unless staff did.
 */
export function insertTargets(db: Db, named: NamedAlternative[], { known, taken, isLastTry, now }: Options) {
  const keys = new Set(known.map((row) => row.name_key));
  const pick = slugPicker(taken, isLastTry);
  const targets = named.flatMap((target) => {
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
  return run(
    db,
    sql`
    INSERT INTO targets (slug, name, name_key, link, link_key, domain, created_at)
    SELECT value ->> 'slug', value ->> 'name', value ->> 'nameKey', value ->> 'link', value ->> 'linkKey', value ->> 'domain', ${now}
    FROM json_each(${JSON.stringify(targets)})
    WHERE NOT EXISTS (SELECT 1 FROM target_aliases WHERE name_key = value ->> 'nameKey')
    ON CONFLICT (name_key) DO UPDATE SET
      name = excluded.name, link = excluded.link, link_key = excluded.link_key, domain = excluded.domain
    WHERE site_count = 0 AND NOT is_link_fixed`,
  );
}

/** The product of a name, its own or another one. */
export const targetOf = (key: SQL) => sql`(SELECT target_id FROM named_targets WHERE name_key = ${key})`;

/** Many values as one parameter, for `IN (…)`. */
export const values = (list: string[]) => sql`SELECT value FROM json_each(${JSON.stringify([...new Set(list)])})`;
