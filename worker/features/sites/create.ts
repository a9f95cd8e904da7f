import { inArray, type SQL, sql } from "drizzle-orm";
import { hostOf } from "#schema/links.ts";
import type { SiteFields } from "#schema/site-form.ts";
import type { ReviewState } from "#schema/sites.ts";
import { deletedSlugs, sites } from "#schema/tables/sites.ts";
import { type Query, type Db, type Statement } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { jsonValue, runQuery } from "../../db/raw.ts";
import { randomSuffix } from "../../http/signing.ts";
import { slugCandidates, slugify, slugPicker, withFreeSlugs } from "../../names/slugs.ts";
import { deferReindex } from "../search/defer-reindex.ts";
import { learnWords } from "../search/known-words.ts";
import {
  insertTargets,
  existingTargetsStatements,
  type PreparedAlternative,
  prepareAlternatives,
  type NewAlternative,
} from "../targets/insert.ts";
import { saveAlternatives } from "./alternatives.ts";
import { saveArticle } from "./article.ts";
import { type FilledColumns, toColumns } from "./fields.ts";
import { isDuplicateLink, addDuplicateReason } from "./review.ts";
import { searchText } from "./learn-words.ts";

/** A site to list. Names and links are checked already. */
export type NewListing = SiteFields & {
  review: ReviewState;
  /** Why it waits for review, for staff. */
  reviewNote?: string | null;
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
  /** Sent by somebody who is not staff: a link that is known from elsewhere waits for them. */
  isUntrusted?: boolean;
  /** A short random text of letters and digits; it ends the slug of a name that is taken several times. */
  newId?: () => string;
  /** Statements that belong to the batch, before the sites. */
  also?: Statement[];
};

/** The statement whose answer is wanted, after all others. */
type Asking<T> = { answer?(slugs: string[]): Query<T> };

/**
 * Lists sites with their alternatives, articles and products, all of them or none, and says their slugs unless another
 * `answer` is wanted. Two round trips, however many sites; hand over less than half a megabyte at once, because D1 takes a
 * value of 2 MB at most.
 */
export function createListings<T>(db: Db, listings: NewListing[], options: Options & Required<Asking<T>>): Promise<T>;
export function createListings(db: Db, listings: NewListing[], options: Options): Promise<string[]>;
export function createListings(db: Db, listings: NewListing[], options: Options & Asking<unknown>): Promise<unknown> {
  const { ownerId, isUntrusted = false, newId = randomSuffix, also = [], answer } = options;
  const wanted = listings.map((listing) => ({
    listing,
    slugs: slugCandidates(siteSlug(listing), newId()),
    alternatives: prepareAlternatives(listing.alternatives, newId),
  }));
  const named = wanted.flatMap(({ alternatives }) => alternatives);
  return withFreeSlugs(async (isLastTry) => {
    const slugs = jsonList(wanted.flatMap((site) => site.slugs));
    const [takenSlugs, known, taken] = await db.batch([
      db
        .select({ slug: sites.slug })
        .from(sites)
        .where(inArray(sites.slug, slugs))
        .union(db.select({ slug: deletedSlugs.slug }).from(deletedSlugs).where(inArray(deletedSlugs.slug, slugs))),
      ...existingTargetsStatements(db, named),
    ]);
    const pick = slugPicker(takenSlugs, isLastTry);
    const rows = wanted.map(({ listing, slugs: candidates, alternatives }) => ({
      slug: pick(candidates),
      ...toColumns(listing),
      review: listing.review,
      reviewNote: listing.reviewNote ?? null,
      featuredUntil: listing.featuredUntil ?? null,
      createdAt: listing.createdAt,
      alternatives,
    }));
    const taking = rows.map(({ slug }) => slug);
    const statements = deferReindex(db, [
      ...also,
      insertTargets(db, named, { known, taken, isLastTry, now: listings[0]?.createdAt ?? 0 }),
      insertRows(db, rows, { ownerId, isUntrusted }),
      saveAlternatives(db, alternativesIn(rows), { isUntrusted }),
      // One by one, not inside the JSON: an article may be half as long as the longest value.
      ...listings.flatMap(({ content }, index) =>
        content === undefined ? [] : saveArticle(db, { siteId: siteAt(taking[index]!), content, isNew: true }),
      ),
      ...learnWords(db, rows.map(searchText)),
    ]);
    const results: unknown[] = await db.batch([...statements, ...(answer ? [answer(taking)] : [])]);
    return answer ? results.at(-1) : taking;
  });
}

type Row = FilledColumns &
  Pick<NewListing, "review" | "createdAt"> & { slug: string; alternatives: PreparedAlternative[] };

/** The statement that lists them, each with the columns that the first one has. */
function insertRows(
  db: Db,
  rows: Row[],
  { ownerId, isUntrusted }: { ownerId: number | SQL | null; isUntrusted: boolean },
) {
  const plain = Object.keys(rows[0] ?? {}).filter((name) => name !== "alternatives");
  const values = Object.fromEntries(plain.map((name) => [name, jsonValue(name)])) as Record<
    Exclude<keyof Row, "alternatives">,
    SQL
  >;
  const isRepeated = isUntrusted ? isDuplicateLink({ page: values.pageKey, ownerId }) : sql`false`;
  const note = jsonValue("reviewNote");
  return runQuery(
    db,
    insertFrom(
      sites,
      {
        ...values,
        ownerId: sql`${ownerId}`,
        review: sql`iif(${isRepeated}, 'pending', ${values.review})`,
        reviewNote: sql`iif(${isRepeated}, ${addDuplicateReason(note)}, ${note})`,
        grantedUntil: jsonValue("featuredUntil"),
        updatedAt: values.createdAt,
      },
      sql`FROM json_each(${JSON.stringify(rows)})`,
    ),
  );
}

const alternativesIn = (rows: Row[]) =>
  sql`SELECT ${sites.id} AS site_id, named.value FROM json_each(${JSON.stringify(rows)}) AS site
    JOIN ${sites} ON ${sites.slug} = site.value ->> 'slug', json_each(site.value, '$.alternatives') AS named`;

const siteAt = (slug: string) => sql`(SELECT ${sites.id} FROM ${sites} WHERE ${sites.slug} = ${slug})`;

const siteSlug = ({ name, link }: SiteFields) => slugify(name) || slugify(hostOf(link)) || "site";
