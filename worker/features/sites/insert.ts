import { sql } from "drizzle-orm";
import { hostOf } from "#schema/links.ts";
import type { Category } from "#schema/sites.ts";
import { all, type Db, isConstraintFailure, run } from "../../http/database.ts";
import { countWords, learnWords } from "../search/spelling.ts";
import { targetKey, targetName, targetSlug } from "../targets/keys.ts";
import { linkKey, nameKey, siteSlug, slugCandidates } from "./keys.ts";

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
  /** Granted, not paid. */
  featuredUntil?: number;
};

type Options = {
  ownerId: number | null;
  /** A short random text of letters and digits; it ends the slug of a name that is taken several times. */
  newId: () => string;
};

/** Others may take the same slug at the same moment; each try sees what they took. */
const TRIES = 4;

/**
 * Lists sites with their alternatives, articles and products, all of them or none, and says their slugs. Two round
 * trips, however many sites; hand over less than half a megabyte at once, because D1 takes a value of 2 MB at most.
 */
export async function insertSites(db: Db, sites: NewSite[], options: Options): Promise<{ slug: string }[]> {
  for (let left = TRIES; ; left--) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- A try begins when the one before has failed.
      return await tryInsert(db, sites, options, { isLastTry: left === 1 });
    } catch (error) {
      if (left === 1 || !isConstraintFailure(error)) throw error;
    }
  }
}

async function tryInsert(db: Db, sites: NewSite[], { ownerId, newId }: Options, { isLastTry }: { isLastTry: boolean }) {
  const wanted = sites.map((site) => ({
    ...site,
    slugs: slugCandidates(siteSlug(site.name, site.link), newId()),
    alternatives: site.alternatives.map((alternative, position) => toNamed(alternative, position, newId())),
  }));
  const named = wanted.flatMap((site) => site.alternatives);
  const siteSlugs = values(wanted.flatMap((site) => site.slugs));
  const targetSlugs = values(named.flatMap((target) => target.slugs));
  const [takenSlugs, knownTargets, takenTargetSlugs] = await db.batch([
    all<{ slug: string }>(
      db,
      sql`SELECT slug FROM sites WHERE slug IN (${siteSlugs}) UNION SELECT slug FROM deleted_slugs WHERE slug IN (${siteSlugs})`,
    ),
    all<{ name_key: string }>(
      db,
      sql`SELECT name_key FROM named_targets WHERE name_key IN (${values(named.map((target) => target.targetKey))})`,
    ),
    all<{ slug: string }>(
      db,
      sql`SELECT slug FROM targets WHERE slug IN (${targetSlugs}) UNION SELECT slug FROM target_moves WHERE slug IN (${targetSlugs})`,
    ),
  ]);

  const pick = slugPicker(takenSlugs, isLastTry);
  const rows = wanted.map(({ slugs, content: _content, ...site }) => ({
    ...site,
    slug: pick(slugs),
    nameKey: nameKey(site.name),
    linkKey: linkKey(site.link),
    host: hostOf(site.link),
  }));
  const targets = newTargets(named, knownTargets, slugPicker(takenTargetSlugs, isLastTry));
  const json = JSON.stringify(rows);
  await db.batch([
    run(
      db,
      sql`
      INSERT INTO targets (slug, name, name_key, link, link_key, domain, created_at)
      SELECT value ->> 'slug', value ->> 'name', value ->> 'nameKey', value ->> 'link', value ->> 'linkKey', value ->> 'domain', ${sites[0]?.createdAt ?? 0}
      FROM json_each(${JSON.stringify(targets)})
      WHERE NOT EXISTS (SELECT 1 FROM target_aliases WHERE name_key = value ->> 'nameKey') ON CONFLICT (name_key) DO NOTHING`,
    ),
    run(
      db,
      sql`
      INSERT INTO sites (slug, owner_id, name, name_key, link, link_key, host, description, category, review, featured_until, granted_until, created_at, updated_at)
      SELECT value ->> 'slug', ${ownerId}, value ->> 'name', value ->> 'nameKey', value ->> 'link', value ->> 'linkKey', value ->> 'host',
        value ->> 'description', value ->> 'category', value ->> 'review', value ->> 'featuredUntil', value ->> 'featuredUntil', value ->> 'createdAt', value ->> 'createdAt'
      FROM json_each(${json})`,
    ),
    // A site that names one product twice ("Slack" and "slack.com") keeps the first.
    run(
      db,
      sql`
      INSERT INTO alternatives (site_id, target_id, name, link, description, position)
      SELECT sites.id, (SELECT target_id FROM named_targets WHERE name_key = named.value ->> 'targetKey'),
        named.value ->> 'name', named.value ->> 'link', coalesce(named.value ->> 'description', ''), named.value ->> 'position'
      FROM json_each(${json}) AS site JOIN sites ON sites.slug = site.value ->> 'slug',
        json_each(site.value, '$.alternatives') AS named
      WHERE true ON CONFLICT (target_id, site_id) DO NOTHING`,
    ),
    // One by one, not inside the JSON: an article may be half as long as the longest value.
    ...rows.flatMap(({ slug }, index) => {
      const { content } = sites[index]!;
      if (content === undefined) return [];
      return [
        run(db, sql`INSERT INTO articles (site_id, content) SELECT id, ${content} FROM sites WHERE slug = ${slug}`),
      ];
    }),
    ...learnWords(db, countWords(sites.map(textOf))),
  ]);
  return rows.map(({ slug }) => ({ slug }));
}

const values = (list: string[]) => sql`SELECT value FROM json_each(${JSON.stringify([...new Set(list)])})`;

const textOf = ({ name, description, alternatives }: NewSite) =>
  [name, description, ...alternatives.map((alternative) => alternative.name)].join(" ");

/** Takes the first slug that nobody has, for each in turn. On the last try the one that nobody else can take. */
function slugPicker(taken: { slug: string }[], isLastTry: boolean) {
  const slugs = new Set(taken.map((row) => row.slug));
  return (candidates: string[]): string => {
    const slug = (isLastTry ? undefined : candidates.find((candidate) => !slugs.has(candidate))) ?? candidates.at(-1)!;
    slugs.add(slug);
    return slug;
  };
}

type Named = ReturnType<typeof toNamed>;

const toNamed = (alternative: NewSite["alternatives"][number], position: number, unique: string) => ({
  ...alternative,
  position,
  targetKey: targetKey(alternative.name),
  slugs: slugCandidates(targetSlug(alternative.name, alternative.link), unique),
});

/** Products that nobody has named so far, one row each. */
function newTargets(named: Named[], known: { name_key: string }[], pickSlug: (candidates: string[]) => string) {
  const keys = new Set(known.map((row) => row.name_key));
  return named.flatMap((target) => {
    if (keys.has(target.targetKey)) return [];
    keys.add(target.targetKey);
    return [
      {
        slug: pickSlug(target.slugs),
        name: targetName(target.name),
        nameKey: target.targetKey,
        link: target.link,
        linkKey: linkKey(target.link),
        domain: hostOf(target.link),
      },
    ];
  });
}
