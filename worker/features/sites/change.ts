import { and, eq, isNotNull, sql } from "drizzle-orm";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { isoDay } from "#schema/dates.ts";
import type { SiteFields } from "#schema/site-form.ts";
import type { ReviewState } from "#schema/sites.ts";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { AppError } from "../../errors.ts";
import { type Query, batchReturningLast, type Db, violatesConstraint, type Statement } from "../../db/connection.ts";
import { nextVersion } from "../../db/fail-batch.ts";
import { changes } from "../../http/edge-scope.ts";
import { randomSuffix } from "../../http/signing.ts";
import { withFreeSlugs } from "../../names/slugs.ts";
import { targetKey } from "../../names/targets.ts";
import { type Actor, isStaff } from "../sessions/signed-in.ts";
import { type CheckedDocument, toUnsignedArticle } from "../documents/require-document.ts";
import { failUnlessStored, rejectMissingUpload, uploadKeysIn } from "../media/image-uses.ts";
import { deferReindex } from "../search/defer-reindex.ts";
import { learnWords } from "../search/known-words.ts";
import {
  insertTargets,
  existingTargetsStatements,
  pairIn,
  type PreparedAlternative,
  prepareAlternatives,
} from "../targets/insert.ts";
import { changeAlternatives, type GivenAlternative } from "./alternatives.ts";
import { saveArticle } from "./article.ts";
import { fieldsOf, toColumns } from "./fields.ts";
import { recordGrant } from "./grants.ts";
import { changesLists } from "./public-changes.ts";
import { changeImages, type GivenImages, requireSiteImages, textsOf, usableSiteImages } from "./images.ts";
import { requireKnownProducts, unknownProducts } from "./known-products.ts";
import { linkTakenError } from "./owner/link-taken.ts";
import { type EditableSiteRow, editableSiteStatement, requireEditableSite } from "./owner/owner-sites.ts";
import { establishedOwner, reviewAfterSave, reviewNoteOf } from "./review.ts";
import type { Listing } from "./spam.ts";
import { tierAt } from "./rows.ts";
import { searchText } from "./learn-words.ts";
import { keepRepositoryFacts } from "./repository-facts.ts";

/** A property that is missing keeps its value. */
type ListingPatch = { [F in keyof SiteFields]?: SiteFields[F] | undefined } & {
  /** True if somebody says that the facts are right now. They then count as checked today. */
  areFactsChecked?: boolean | undefined;
  alternatives?: GivenAlternative[];
  document?: CheckedDocument | undefined;
  images?: GivenImages;
  /** Only staff set this and the two properties below. */
  review?: ReviewState | undefined;
  /** Null or "" clears it. */
  refusal?: string | null | undefined;
  /** Unix ms. Null ends the granted time. */
  grantedUntil?: number | null | undefined;
};

/** Runs a function that reads for the person who changes the listing, and checks that person's session. */
export type ReadAsActor = <T>(read: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;

type Change<T> = {
  /** `readAsUser`, so that the first reads and the session check are one trip. */
  read: ReadAsActor;
  id: number;
  patch: ListingPatch;
  /** `updatedAt` of the version that was edited, in Unix ms. By default, the stored version. */
  seenVersion?: number | undefined;
  now: number;
  /** Returns statements that run first in the batch. */
  also?(before: EditableSiteRow): Statement[];
  /** Returns the last statement of the batch. Its result is returned. */
  answer(actor: Actor): Query<T>;
};

/**
 * Changes a listing, for its owner or for staff, in one transaction and returns the result of `answer`. One round trip
 * reads and one writes.
 *
 * @throws AppError 404 if the actor may not edit the site.
 * @throws AppError 400 if the site or its article shows a deleted upload, if a product of `imports_from` is unknown, or if
 * a fact is stated that only the repository states.
 * @throws AppError 409 if the owner already lists the link, or if a suspended owner's listing is approved.
 * @throws DatabaseError that violates `sites.updated_at` if the site was saved after `seenVersion`, or
 * `alternatives.target_id` if an alternative with an id names a target that the site names already.
 */
export function changeListing<T>(db: Db, change: Change<T>): Promise<T> {
  const { read, id, seenVersion, now, also, answer } = change;
  const { alternatives, document, images = {} } = change.patch;
  const named = prepareAlternatives(alternatives ?? [], randomSuffix);
  return withFreeSlugs(async (isLastAttempt) => {
    const { actor, rows } = await read(async (reading, reader) => ({
      actor: reader,
      rows: await reading.batch([
        editableSiteStatement(db, reader, { id }),
        suspendedOwner(db, id, change.patch),
        usableSiteImages(db, images, { actorId: reader.id, siteId: id }),
        establishedOwner(db, sql`(SELECT ${sites.ownerId} FROM ${sites} WHERE ${sites.id} = ${id})`, now),
        unknownProducts(db, change.patch.facts),
        ...existingTargetsStatements(db, named),
      ]),
    }));
    const [found, suspended, usable, established, unknown, known, taken] = rows;
    const isUntrusted = !isStaff(actor);
    const before = requireEditableSite(found);
    const patch = keepRepositoryFacts(change.patch, before);
    // Triggers would keep the site hidden, but its owner would get a mail that it is public.
    if (suspended.length > 0) throw new AppError("conflict", ADMIN_MESSAGES.ownerSuspended);
    const fields = { ...keptSources(before, patch), ...fieldsOf(patch), ...checkedDay(before, patch, now) };
    const after = { ...before, ...fields, alternatives: alternatives ? named : before.alternatives };
    requireSiteImages(usable, images);
    // A stored product may be gone since. A save of something else must not fail because of it.
    const stored = new Set(before.facts.imports_from);
    requireKnownProducts(
      unknown.filter(({ slug }) => !stored.has(slug)),
      after.alternatives,
    );
    const stated = { ...after, alternatives: alternatives ?? before.alternatives };
    const review = reviewColumns({ actor, before, after: stated, document, images, now, established });
    if (before.review === "active" || patch.review === "active") {
      changes(`site:${before.slug}`);
      const targetIds = [...before.targetIds, ...known.map((target) => target.id)];
      if (isMoved(before, after, patch) || hasOtherPair(before, named) || review?.mayWait)
        for (const { category } of [before, after]) changesLists({ slug: before.slug, category, targetIds });
    }
    const statements = deferReindex(db, [
      ...(also?.(before) ?? []),
      failUnlessStored(db, uploadKeysIn(document?.content)),
      ...(patch.grantedUntil === undefined ? [] : [recordGrant(db, { siteId: id, until: patch.grantedUntil, now })]),
      db
        .update(sites)
        .set({
          ...toColumns(fields),
          review: patch.review ?? review?.columns.review,
          reviewNote: review?.columns.reviewNote,
          refusal: patch.refusal === "" ? null : patch.refusal,
          grantedUntil: patch.grantedUntil,
          liveSince: patch.review === "active" ? sql`coalesce(${sites.liveSince}, ${now})` : undefined,
          updatedAt: nextVersion(sites.updatedAt, seenVersion ?? before.updatedAt, now),
        })
        .where(eq(sites.id, id)),
      ...(alternatives
        ? [
            insertTargets(db, named, { known, taken, isLastAttempt, now }),
            ...changeAlternatives(db, { siteId: id, given: alternatives, named, isUntrusted, now }),
          ]
        : []),
      ...(document ? saveArticle(db, { siteId: id, content: document.content }) : []),
      ...changeImages(db, id, images),
      ...(patch.review === "active" || searchText(after) !== searchText(before)
        ? learnWords(db, [searchText(after)])
        : []),
    ]);
    try {
      return await batchReturningLast(db, statements, answer(actor));
    } catch (error) {
      rejectMissingUpload(error, "blog.content");
      if (violatesConstraint(error, sites.linkKey)) throw await linkTakenError(db, after);
      // The site was deleted after it was read.
      if (violatesConstraint(error, "FOREIGN KEY")) requireEditableSite([]);
      throw error;
    }
  });
}

/** A source says where one value is stated. Without new sources, a fact with another value has none. */
function keptSources(before: EditableSiteRow, { facts, fact_sources: given }: ListingPatch) {
  if (facts === undefined || given !== undefined) return {};
  const isKept = (name: string) => {
    const fact = name as keyof typeof facts;
    return JSON.stringify(facts[fact]) === JSON.stringify(before.facts[fact]);
  };
  return { fact_sources: Object.fromEntries(Object.entries(before.fact_sources).filter(([name]) => isKept(name))) };
}

/** Changed facts count as checked on the day of the change. */
function checkedDay(before: EditableSiteRow, patch: ListingPatch, now: number) {
  const isChanged = [
    [patch.facts, before.facts],
    [patch.fact_sources, before.fact_sources],
  ].some(([given, stored]) => given !== undefined && JSON.stringify(given) !== JSON.stringify(stored));
  return isChanged || patch.areFactsChecked ? { facts_checked_at: isoDay(now) } : {};
}

/** Returns true if the place of the listing in public lists may change. */
const isMoved = (before: EditableSiteRow, after: SiteFields & Named, patch: ListingPatch) =>
  patch.review !== undefined ||
  patch.grantedUntil !== undefined ||
  before.category !== after.category ||
  JSON.stringify(before.facts) !== JSON.stringify(after.facts) ||
  namesOf(before) !== namesOf(after);

type Named = { alternatives: { name: string; link: string }[] };
const namesOf = ({ alternatives }: Named) => JSON.stringify(alternatives.map(({ name, link }) => [name, link]));

/** Returns true if the site replaces a product in another way than before: the best fit stands first in its list. */
function hasOtherPair(before: EditableSiteRow, named: PreparedAlternative[]): boolean {
  const stored = new Map(before.alternatives.map((one) => [targetKey(one.name), JSON.stringify(pairIn(one) ?? null)]));
  return named.some(({ targetKey: key, pair }) => pair !== undefined && JSON.stringify(pair) !== stored.get(key));
}

/** Selects the owner if the owner is suspended and the patch approves the listing. */
const suspendedOwner = (db: Db, id: number, { review }: ListingPatch) =>
  db
    .select({ userId: users.id })
    .from(sites)
    .innerJoin(users, eq(users.id, sites.ownerId))
    .where(and(review === "active" ? eq(sites.id, id) : sql`false`, isNotNull(users.suspendedAt)));

type Saved = {
  actor: Actor;
  now: number;
  established: { isEstablished: boolean }[];
  before: EditableSiteRow;
  after: SiteFields & Pick<Listing, "alternatives">;
  document: CheckedDocument | undefined;
  images: GivenImages;
};

/**
 * Returns the columns `review` and `reviewNote`, and whether the listing may wait for review now. Returns undefined if
 * they stay, as after a save by staff. A featured site is not sent to review either: spam rules only guess, and its
 * owner has paid for it.
 */
function reviewColumns({ actor, before, after, document, images, now, established }: Saved) {
  if (isStaff(actor) || tierAt(before.featuredUntil, now) === "featured") return undefined;
  const { ownerId } = before;
  const listing = {
    ...after,
    article: document?.article ?? toUnsignedArticle(before.content),
    screenshotTexts: textsOf(images),
  };
  const note = reviewNoteOf(listing, established);
  return {
    mayWait: note !== null || after.link !== before.link,
    columns: reviewAfterSave({ ownerId, link: after.link, note }),
  };
}
