import { sql } from "drizzle-orm";
import type { Category } from "#schema/sites.ts";
import { all, type Db, run } from "../../http/database.ts";
import { learnWords, spellableWords } from "../search/spelling.ts";
import { homeDomain, targetKey, targetName, targetSlug } from "../targets/keys.ts";
import { hostOf, linkKey, nameKey, numbered, slugCandidates } from "./keys.ts";

/** A site to list. Names and links are checked already. */
export type NewSite = {
  name: string;
  link: string;
  description: string;
  category: Category;
  review: "active" | "pending";
  alternatives: { name: string; link: string; description?: string }[];
  /** Cleaned Editor.js document as JSON. */
  content?: string;
  createdAt: number;
  featuredUntil?: number;
};

/**
 * Lists sites with their alternatives, articles and products, all of them or none. Two round trips, however many sites;
 * keep what is handed over below a megabyte, because D1 takes it as one value.
 * @param newId makes the unlikely slug unique when a name is taken thirty times over.
 */
export async function insertSites(
  db: Db,
  sites: NewSite[],
  { ownerId, newId }: { ownerId: number | null; newId: () => string },
): Promise<{ slug: string }[]> {
  const wanted = sites.map((site) => ({
    ...site,
    slugs: [...slugCandidates(site.name, site.link, newId())],
    alternatives: site.alternatives.map((alternative, position) => ({
      ...alternative,
      position,
      targetKey: targetKey(alternative.name),
      domain: homeDomain(alternative.link),
    })),
  }));
  const named = wanted.flatMap((site) => site.alternatives);
  const [takenSlugs, knownTargets, takenTargetSlugs] = await db.batch([
    all<{ slug: string }>(
      db,
      sql`
      SELECT slug FROM sites WHERE slug IN (${values(wanted.flatMap((site) => site.slugs))})
      UNION SELECT slug FROM deleted_slugs WHERE slug IN (${values(wanted.flatMap((site) => site.slugs))})`,
    ),
    all<{ name_key: string; domain: string | null }>(
      db,
      sql`
      SELECT name_key, domain FROM targets WHERE name_key IN (${values(named.map((target) => target.targetKey))})
      UNION SELECT name_key, domain FROM targets WHERE domain IN (${values(named.map((target) => target.domain))})`,
    ),
    all<{ slug: string }>(
      db,
      sql`
      SELECT slug FROM targets WHERE slug IN (${values(named.flatMap(targetSlugs))})`,
    ),
  ]);

  const taken = new Set(takenSlugs.map((row) => row.slug));
  const rows = wanted.map(({ slugs, ...site }) => {
    const slug = slugs.find((candidate) => !taken.has(candidate))!;
    taken.add(slug);
    return { ...site, slug, nameKey: nameKey(site.name), linkKey: linkKey(site.link), host: hostOf(site.link) };
  });
  const targets = newTargets(named, knownTargets, new Set(takenTargetSlugs.map((row) => row.slug)));
  const words = new Set(
    wanted
      .flatMap((site) => [site.name, site.description, ...site.alternatives.map((alternative) => alternative.name)])
      .flatMap(spellableWords),
  );

  const json = JSON.stringify(rows);
  await db.batch([
    run(
      db,
      sql`
      INSERT INTO targets (slug, name, name_key, link, domain, host, created_at)
      SELECT value ->> 'slug', value ->> 'name', value ->> 'nameKey', value ->> 'link', value ->> 'domain', value ->> 'host', ${sites[0]?.createdAt ?? 0}
      FROM json_each(${JSON.stringify(targets)}) WHERE true ON CONFLICT DO NOTHING`,
    ),
    run(
      db,
      sql`
      INSERT INTO sites (slug, owner_id, name, name_key, link, link_key, host, description, category, review, featured_until, created_at, updated_at)
      SELECT value ->> 'slug', ${ownerId}, value ->> 'name', value ->> 'nameKey', value ->> 'link', value ->> 'linkKey', value ->> 'host',
        value ->> 'description', value ->> 'category', value ->> 'review', value ->> 'featuredUntil', value ->> 'createdAt', value ->> 'createdAt'
      FROM json_each(${json})`,
    ),
    run(
      db,
      sql`
      INSERT INTO articles (site_id, content)
      SELECT sites.id, value ->> 'content' FROM json_each(${json}) JOIN sites ON sites.slug = value ->> 'slug'
      WHERE value ->> 'content' IS NOT NULL`,
    ),
    // A site that names one product twice ("Slack" and "slack.com") keeps the first.
    run(
      db,
      sql`
      INSERT OR IGNORE INTO alternatives (site_id, target_id, name, link, description, position)
      SELECT sites.id,
        coalesce(
          (SELECT id FROM targets WHERE name_key = named.value ->> 'targetKey'),
          (SELECT id FROM targets WHERE domain = named.value ->> 'domain')
        ),
        named.value ->> 'name', named.value ->> 'link', coalesce(named.value ->> 'description', ''), named.value ->> 'position'
      FROM json_each(${json}) AS site JOIN sites ON sites.slug = site.value ->> 'slug',
        json_each(site.value, '$.alternatives') AS named`,
    ),
    learnWords(db, words),
  ]);
  return rows.map(({ slug }) => ({ slug }));
}

const values = (list: (string | null)[]) => sql`SELECT value FROM json_each(${JSON.stringify(list.filter(Boolean))})`;

type NamedTarget = { name: string; link: string; targetKey: string; domain: string | null };

const targetSlugs = ({ name, link }: NamedTarget) => [...numbered(targetSlug(name, link))];

/** Products that nobody has named so far, one row each: by name, or by home page where the name is spelled anew. */
function newTargets(
  named: NamedTarget[],
  known: { name_key: string; domain: string | null }[],
  takenSlugs: Set<string>,
) {
  const keys = new Set(known.map((row) => row.name_key));
  const domains = new Set(known.map((row) => row.domain).filter((domain) => domain !== null));
  return named.flatMap((target) => {
    if (keys.has(target.targetKey) || (target.domain !== null && domains.has(target.domain))) return [];
    const slug = targetSlugs(target).find((candidate) => !takenSlugs.has(candidate));
    keys.add(target.targetKey);
    if (target.domain !== null) domains.add(target.domain);
    if (!slug) return [];
    takenSlugs.add(slug);
    return [
      {
        slug,
        name: targetName(target.name),
        nameKey: target.targetKey,
        link: target.link,
        domain: target.domain,
        host: hostOf(target.link),
      },
    ];
  });
}
