import { inArray, type SQL, sql } from "drizzle-orm";
import { hostOf } from "#schema/values/links.ts";
import { BLANK_FIELDS, type SiteFields } from "#schema/sites/site-form.ts";
import type { ReviewState } from "#schema/sites/sites.ts";
import { deletedSlugs, sites } from "#schema/tables/sites.ts";
import { type Query, type Db, type Statement } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";
import { insertFrom } from "../../../db/insert-from.ts";
import { jsonValue, runQuery } from "../../../db/raw.ts";
import { changes } from "../../../http/edge-scope.ts";
import { randomSuffix } from "../../../http/signing.ts";
import { slugCandidates, slugify, slugPicker, withFreeSlugs } from "../../../names/slugs.ts";
import { insertImageFetches, type NewImageFetch } from "../../image-fetches/queries.ts";
import { deferReindex } from "../../search/defer-reindex.ts";
import { learnWords } from "../../search/known-words.ts";
import {
  insertProducts,
  existingProductsStatements,
  type PreparedAlternative,
  prepareAlternatives,
  type NewAlternative,
} from "../../products/insert.ts";
import { saveAlternatives } from "./alternatives.ts";
import { saveArticle } from "./article.ts";
import { type FilledColumns, toColumns } from "../rows/fields.ts";
import { recordNewGrants } from "./grants.ts";
import { type GivenImage, saveImages } from "../rows/images.ts";
import { isDuplicateLink, addDuplicateReason } from "./review.ts";
import { searchText } from "./learn-words.ts";
import { listSubjects } from "../rows/public-changes.ts";

/** Its fields have passed the rules of `schema/sites/site-form.ts`. */
export type NewListing = Omit<SiteFields, keyof typeof BLANK_FIELDS> &
  Partial<Pick<SiteFields, keyof typeof BLANK_FIELDS>> & {
    review: ReviewState;
    reviewNote?: string | null;
    alternatives: NewAlternative[];
    /** Cleaned Editor.js document as JSON. */
    content?: string;
    /** The uploads must exist. */
    images?: GivenImage[];
    /** Images that are fetched later. */
    imageFetches?: NewImageFetch[];
    createdAt: number;
    /** Unix ms until which the site is featured without payment. */
    featuredUntil?: number;
  };

type Options = {
  /** An id, a query that selects one, or null for a site without owner. */
  ownerId: number | SQL | null;
  /**
   * True for owners who are not staff. The listing waits for review if another owner lists the same page, and links of
   * alternatives wait if their hosts are unknown (`isUnknownHost`).
   */
  isUntrusted?: boolean;
  /** Returns random letters and digits. They make a slug unique if the plain ones are taken. */
  newId?: () => string;
  /** Statements that run first in the batch. */
  also?: Statement[];
  /** Gets the new slugs and returns statements that run after the sites are inserted. */
  after?(slugs: string[]): Statement[];
};

/** `answer` gets the new slugs and returns the last statement of the batch. */
type WithAnswer<T> = { answer?(slugs: string[]): Query<T> };

/**
 * Lists sites with their alternatives, articles and products in one transaction. Returns their slugs, or the result of
 * `answer`. Two round trips for any number of sites. Pass less than 500 kB: D1 takes at most 2 MB as one value.
 *
 * @throws DatabaseError that violates `sites.link_key` if the owner lists one of the links already.
 */
export function createListings<T>(
  db: Db,
  listings: NewListing[],
  options: Options & Required<WithAnswer<T>>,
): Promise<T>;
export function createListings(db: Db, listings: NewListing[], options: Options): Promise<string[]>;
export function createListings(
  db: Db,
  listings: NewListing[],
  options: Options & WithAnswer<unknown>,
): Promise<unknown> {
  const { ownerId, isUntrusted = false, newId = randomSuffix, also = [], after, answer } = options;
  return withFreeSlugs(async (isLastAttempt) => {
    // In the attempt, so that each one has other random letters.
    const wanted = toWanted(listings, newId);
    const named = wanted.flatMap(({ alternatives }) => alternatives);
    const [takenSlugs, known, taken] = await db.batch(takenNames(db, wanted));
    const pick = slugPicker(takenSlugs, isLastAttempt);
    const rows = wanted.map(({ listing, slugs: candidates, alternatives }) => ({
      slug: pick(candidates),
      ...toColumns({ ...BLANK_FIELDS, ...listing }),
      review: listing.review,
      reviewNote: listing.reviewNote ?? null,
      featuredUntil: listing.featuredUntil ?? null,
      createdAt: listing.createdAt,
      alternatives,
      images: listing.images ?? [],
      imageFetches: listing.imageFetches ?? [],
    }));
    const chosenSlugs = rows.map(({ slug }) => slug);
    const statements = deferReindex(db, [
      ...also,
      insertProducts(db, named, { known, taken, isLastAttempt, now: listings[0]?.createdAt ?? 0 }),
      insertRows(db, rows, { ownerId, isUntrusted }),
      ...(listings.some(({ featuredUntil }) => featuredUntil !== undefined) ? [recordNewGrants(db, chosenSlugs)] : []),
      saveAlternatives(db, partsIn(rows, "alternatives"), { isUntrusted, now: rows[0]?.createdAt ?? 0 }),
      ...(rows.some(({ images }) => images.length > 0) ? [saveImages(db, partsIn(rows, "images"))] : []),
      ...(rows.some(({ imageFetches }) => imageFetches.length > 0)
        ? [insertImageFetches(db, partsIn(rows, "imageFetches"), rows[0]!.createdAt)]
        : []),
      // Each article is a value of its own, because it can have 1 MB.
      ...listings.flatMap(({ content }, index) =>
        content === undefined ? [] : saveArticle(db, { siteId: siteIdAt(chosenSlugs[index]!), content, isNew: true }),
      ),
      ...learnWords(db, rows.map(searchText)),
    ]);
    for (const { slug, category, review } of rows)
      if (review === "active") changes(...listSubjects({ slug, category, productIds: known.map(({ id }) => id) }));
    const results: unknown[] = await db.batch([
      ...statements,
      ...(after?.(chosenSlugs) ?? []),
      ...(answer ? [answer(chosenSlugs)] : []),
    ]);
    return answer ? results.at(-1) : chosenSlugs;
  });
}

type Named = Pick<NewListing, "name" | "link" | "alternatives">;

const toWanted = <L extends Named>(listings: L[], newId: () => string) =>
  listings.map((listing) => ({
    listing,
    slugs: slugCandidates(siteSlug(listing), newId()),
    alternatives: prepareAlternatives(listing.alternatives, newId),
  }));

function takenNames(db: Db, wanted: ReturnType<typeof toWanted>) {
  const slugs = jsonList(wanted.flatMap((site) => site.slugs));
  return [
    db
      .select({ slug: sites.slug })
      .from(sites)
      .where(inArray(sites.slug, slugs))
      .union(db.select({ slug: deletedSlugs.slug }).from(deletedSlugs).where(inArray(deletedSlugs.slug, slugs))),
    ...existingProductsStatements(
      db,
      wanted.flatMap(({ alternatives }) => alternatives),
    ),
  ] as const;
}

type Row = FilledColumns &
  Pick<NewListing, "review" | "createdAt"> & {
    slug: string;
    alternatives: PreparedAlternative[];
    images: GivenImage[];
    imageFetches: NewImageFetch[];
  };

/** Keys of `Row` that are no columns of `sites`. */
const LISTS = ["alternatives", "images", "imageFetches"] as const;
type ListName = (typeof LISTS)[number];

/** All rows must have the keys of the first one. */
function insertRows(
  db: Db,
  rows: Row[],
  { ownerId, isUntrusted }: { ownerId: number | SQL | null; isUntrusted: boolean },
) {
  const plain = Object.keys(rows[0] ?? {}).filter((name) => !(LISTS as readonly string[]).includes(name));
  const values = Object.fromEntries(plain.map((name) => [name, jsonValue(name)])) as Record<
    Exclude<keyof Row, ListName>,
    SQL
  >;
  const isDuplicate = isUntrusted ? isDuplicateLink({ page: values.pageKey, ownerId }) : sql`false`;
  const note = jsonValue("reviewNote");
  const review = sql`iif(${isDuplicate}, 'pending', ${values.review})`;
  return runQuery(
    db,
    insertFrom(
      sites,
      {
        ...values,
        ownerId: sql`${ownerId}`,
        review,
        liveSince: sql`iif(${review} = 'active', ${values.createdAt}, NULL)`,
        reviewNote: sql`iif(${isDuplicate}, ${addDuplicateReason(note)}, ${note})`,
        grantedUntil: jsonValue("featuredUntil"),
        updatedAt: values.createdAt,
      },
      sql`FROM json_each(${JSON.stringify(rows)})`,
    ),
  );
}

/** A query of `site_id` and `value`, an element of the list `name` of the site. */
const partsIn = (rows: Row[], name: ListName) =>
  sql`SELECT ${sites.id} AS site_id, part.value FROM json_each(${JSON.stringify(rows)}) AS site
    JOIN ${sites} ON ${sites.slug} = site.value ->> 'slug', json_each(site.value, ${`$.${name}`}) AS part`;

const siteIdAt = (slug: string) => sql`(SELECT ${sites.id} FROM ${sites} WHERE ${sites.slug} = ${slug})`;

const siteSlug = ({ name, link }: Pick<SiteFields, "name" | "link">) =>
  slugify(name) || slugify(hostOf(link)) || "site";
