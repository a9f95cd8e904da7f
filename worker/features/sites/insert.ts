import { type SQL, sql } from "drizzle-orm";
import { hostOf } from "#schema/links.ts";
import type { Category, Review } from "#schema/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";
import { setImageUses, uploadKeysIn } from "../media/image-uses.ts";
import { indexOnce } from "../search/index-once.ts";
import { learnWords } from "../search/known-words.ts";
import { insertTargets, knownTargets, nameTargets, type NewAlternative, targetOf, values } from "../targets/insert.ts";
import { isUnknownLink } from "../targets/links.ts";
import { linkKey, nameKey, pageKey } from "../../names/keys.ts";
import { slugCandidates, slugify, slugPicker, withFreeSlugs } from "../../names/slugs.ts";
import { isListedElsewhere, LISTED_ELSEWHERE } from "./review.ts";
import { textOf } from "./words.ts";

/** A site to list. Names and links are checked already. */
export type NewSite = {
  name: string;
  link: string;
  description: string;
  category: Category;
  review: Review;
  /** Why it waits for review, for staff. */
  reviewNote?: string;
  alternatives: NewAlternative[];
  /** Cleaned Editor.js document as JSON. */
  content?: string;
  createdAt: number;
  /** Granted, not paid. */
  featuredUntil?: number;
};

type Options = {
  /** A number, or what reads it. */
  ownerId: number | SQL | null;
  /** A short random text of letters and digits; it ends the slug of a name that is taken several times. */
  newId: () => string;
  /** Sent by somebody who is not staff: a link that is known from elsewhere waits for them. */
  isForeign?: boolean;
};

/**
 * Lists sites with their alternatives, articles and products, `after` another statement, all of them or none, and says their slugs. Two round
 * trips, however many sites; hand over less than half a megabyte at once, because D1 takes a value of 2 MB at most.
 */
export function insertSites(
  db: Db,
  sites: NewSite[],
  { after, ...options }: Options & { after?: Statement },
): Promise<{ slug: string }[]> {
  return withFreeSlugs(async (isLastTry) => {
    const { slugs, statements } = await planInsert(db, sites, { ...options, isLastTry });
    await db.batch(after ? [after, ...statements] : statements);
    return slugs.map((slug) => ({ slug }));
  });
}

/** The statements that list sites, for a batch, and the slugs that they take; see `withFreeSlugs`. */
export async function planInsert(
  db: Db,
  sites: NewSite[],
  { ownerId, newId, isForeign = false, isLastTry }: Options & { isLastTry: boolean },
) {
  const wanted = sites.map((site) => ({
    ...site,
    slugs: slugCandidates(siteSlug(site.name, site.link), newId()),
    alternatives: nameTargets(site.alternatives, newId),
  }));
  const named = wanted.flatMap((site) => site.alternatives);
  const siteSlugs = values(wanted.flatMap((site) => site.slugs));
  const [takenSlugs, known, taken] = await db.batch([
    all<{ slug: string }>(
      db,
      sql`SELECT slug FROM sites WHERE slug IN (${siteSlugs}) UNION SELECT slug FROM deleted_slugs WHERE slug IN (${siteSlugs})`,
    ),
    ...knownTargets(db, named),
  ]);

  const pick = slugPicker(takenSlugs, isLastTry);
  const rows = wanted.map(({ slugs, content: _content, ...site }) => ({
    ...site,
    slug: pick(slugs),
    nameKey: nameKey(site.name),
    linkKey: linkKey(site.link),
    pageKey: pageKey(site.link),
    host: hostOf(site.link),
  }));
  const json = JSON.stringify(rows);
  const isRepeated = isForeign ? isListedElsewhere({ page: sql`value ->> 'pageKey'`, ownerId }) : sql`false`;
  const targetId = targetOf(sql`named.value ->> 'targetKey'`);
  const host = sql`named.value ->> 'host'`;
  const statements = indexOnce(db, [
    insertTargets(db, named, { known, taken, isLastTry, now: sites[0]?.createdAt ?? 0 }),
    run(
      db,
      sql`
      INSERT INTO sites (slug, owner_id, name, name_key, link, link_key, page_key, host, description, category, review, review_note, featured_until, granted_until, created_at, updated_at)
      SELECT value ->> 'slug', ${ownerId}, value ->> 'name', value ->> 'nameKey', value ->> 'link', value ->> 'linkKey', value ->> 'pageKey', value ->> 'host',
        value ->> 'description', value ->> 'category', iif(${isRepeated}, 'pending', value ->> 'review'),
        iif(${isRepeated}, concat_ws('; ', value ->> 'reviewNote', ${LISTED_ELSEWHERE}), value ->> 'reviewNote'),
        value ->> 'featuredUntil', value ->> 'featuredUntil', value ->> 'createdAt', value ->> 'createdAt'
      FROM json_each(${json})`,
    ),
    // A site that names one product by two of its names keeps the first.
    run(
      db,
      sql`
      INSERT INTO alternatives (site_id, target_id, name, link, host, is_waiting, description, position)
      SELECT sites.id, ${targetId}, named.value ->> 'name', named.value ->> 'link', ${host},
        ${isForeign ? isUnknownLink({ targetId, host }) : sql`false`}, coalesce(named.value ->> 'description', ''), named.value ->> 'position'
      FROM json_each(${json}) AS site JOIN sites ON sites.slug = site.value ->> 'slug',
        json_each(site.value, '$.alternatives') AS named
      WHERE true ON CONFLICT (target_id, site_id) DO NOTHING`,
    ),
    // One by one, not inside the JSON: an article may be half as long as the longest value.
    ...rows.flatMap(({ slug }, index) => {
      const { content } = sites[index]!;
      if (content === undefined) return [];
      const uploads = uploadKeysIn(content);
      const siteId = sql`(SELECT id FROM sites WHERE slug = ${slug})`;
      return [
        run(db, sql`INSERT INTO articles (site_id, content) SELECT id, ${content} FROM sites WHERE slug = ${slug}`),
        ...(uploads.length > 0 ? setImageUses(db, { siteId }, uploads) : []),
      ];
    }),
    ...learnWords(db, rows.map(textOf)),
  ]);
  return { slugs: rows.map(({ slug }) => slug), statements };
}

const siteSlug = (name: string, link: string) => slugify(name) || slugify(hostOf(link)) || "site";
