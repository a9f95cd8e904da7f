import { and, eq, isNotNull, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { type Query, batchReturningLast, type Db, violatesConstraint, type Statement } from "../../../db/connection.ts";
import { nextVersion } from "../../../db/fail-batch.ts";
import { changes } from "../../../http/edge-scope.ts";
import { randomSuffix } from "../../../http/signing.ts";
import { withFreeSlugs } from "../../../names/slugs.ts";
import { type Actor, isStaff } from "../../../signed-in.ts";
import { failUnlessStored, rejectMissingUpload, uploadKeysIn } from "../../media/image-uses.ts";
import { deferReindex } from "../../search/defer-reindex.ts";
import { learnWords } from "../../search/known-words.ts";
import {
  insertProducts,
  existingProductsStatements,
  type PreparedAlternative,
  prepareAlternatives,
} from "../../products/insert.ts";
import { changeAlternatives } from "./alternatives.ts";
import { saveArticle } from "./article.ts";
import { decideChange, type Decision, type Found, type ListingPatch } from "./decide-change.ts";
import { toColumns } from "../rows/fields.ts";
import { recordGrant } from "./grants.ts";
import { changeImages, usableSiteImages } from "../rows/images.ts";
import { unknownProducts } from "./known-products.ts";
import { linkTakenError } from "./link-taken.ts";
import { type EditableSiteRow, editableSiteStatement, requireEditableSite } from "../read/owner-sites.ts";
import { establishedOwner, reviewAfterSave } from "./review.ts";

type Change<T> = {
  actor: Actor;
  id: number;
  patch: ListingPatch;
  /** `updatedAt` of the version that was edited, in Unix ms. By default, the stored version. */
  seenVersion?: number | undefined;
  now: number;
  /** An import may state what only a repository states. */
  isImport?: boolean | undefined;
  /** Returns statements that run first in the batch. */
  also?(before: EditableSiteRow): Statement[];
  /** The last statement of the batch. Its result is returned. */
  answer: Query<T>;
};

/**
 * Changes a listing, for its owner or for staff, in one transaction and returns the result of `answer`. One round trip
 * reads, `decideChange` decides, one round trip writes.
 *
 * @throws AppError 404 if the actor may not edit the site.
 * @throws AppError 400 or 409 of `decideChange`, 400 if the article shows a deleted upload, and 409 if the owner already
 * lists the link.
 * @throws DatabaseError that violates `sites.updated_at` if the site was saved after `seenVersion`, or
 * `alternatives.product_id` if an alternative with an id names a product that the site names already.
 */
export function changeListing<T>(db: Db, change: Change<T>): Promise<T> {
  const named = prepareAlternatives(change.patch.alternatives ?? [], randomSuffix);
  return withFreeSlugs(async (isLastAttempt) => {
    const { takenSlugs, ...found } = await readListing(db, change, named);
    const decision = decideChange(change.patch, { ...found, isImport: change.isImport });
    changes(...decision.subjects);
    return writeListing(db, change, { found, decision, takenSlugs, isLastAttempt });
  });
}

type Read = Found & { known: { id: number; nameKey: string }[] };

async function readListing(
  db: Db,
  { actor, id, patch, now }: Change<unknown>,
  named: PreparedAlternative[],
): Promise<Read & { takenSlugs: { slug: string }[] }> {
  const [found, suspended, usable, [owner], unknown, known, takenSlugs] = await db.batch([
    editableSiteStatement(db, actor, { id }),
    suspendedOwner(db, id, patch),
    usableSiteImages(db, patch.images ?? {}, { actorId: actor.id, siteId: id }),
    establishedOwner(db, sql`(SELECT ${sites.ownerId} FROM ${sites} WHERE ${sites.id} = ${id})`, now),
    unknownProducts(db, patch.facts),
    ...existingProductsStatements(db, named),
  ]);
  const before = requireEditableSite(found);
  const isOwnerEstablished = owner?.isEstablished ?? false;
  const isOwnerSuspended = suspended.length > 0;
  return { actor, before, named, isOwnerSuspended, isOwnerEstablished, usable, unknown, known, takenSlugs, now };
}

/** Selects the owner if the owner is suspended and the patch approves the listing. */
const suspendedOwner = (db: Db, id: number, { review }: ListingPatch) =>
  db
    .select({ userId: users.id })
    .from(sites)
    .innerJoin(users, eq(users.id, sites.ownerId))
    .where(and(review === "active" ? eq(sites.id, id) : sql`false`, isNotNull(users.suspendedAt)));

type Write = { found: Read; decision: Decision; takenSlugs: { slug: string }[]; isLastAttempt: boolean };

async function writeListing<T>(
  db: Db,
  { actor, id, patch, seenVersion, now, isImport, also, answer }: Change<T>,
  { found, decision, takenSlugs: taken, isLastAttempt }: Write,
): Promise<T> {
  const { before, named, known } = found;
  const { fields, link, note, words } = decision;
  const { ownerId } = before;
  const { alternatives, document, images = {}, grantedUntil } = patch;
  const isByOwner = !isStaff(actor) && !isImport;
  const review = note === undefined ? undefined : reviewAfterSave({ ownerId, link, note });
  const statements = deferReindex(db, [
    ...(also?.(before) ?? []),
    failUnlessStored(db, uploadKeysIn(document?.content)),
    ...(grantedUntil === undefined ? [] : [recordGrant(db, { siteId: id, until: grantedUntil, now })]),
    db
      .update(sites)
      .set({
        ...toColumns(fields),
        review: patch.review ?? review?.review,
        reviewNote: review?.reviewNote,
        // A save by the owner answers a refusal: the listing waits for review again.
        refusal: isByOwner || patch.refusal === "" ? null : patch.refusal,
        grantedUntil,
        standingByStaff: patch.standingByStaff,
        liveSince: patch.review === "active" ? sql`coalesce(${sites.liveSince}, ${now})` : undefined,
        updatedAt: nextVersion(sites.updatedAt, seenVersion ?? before.updatedAt, now),
      })
      .where(eq(sites.id, id)),
    ...(alternatives
      ? [
          insertProducts(db, named, { known, taken, isLastAttempt, now }),
          ...changeAlternatives(db, { siteId: id, given: alternatives, named, isUntrusted: !isStaff(actor), now }),
        ]
      : []),
    ...(document ? saveArticle(db, { siteId: id, content: document.content }) : []),
    ...changeImages(db, id, images),
    ...(words === undefined ? [] : learnWords(db, [words])),
  ]);
  try {
    return await batchReturningLast(db, statements, answer);
  } catch (error) {
    rejectMissingUpload(error, "blog.content");
    if (violatesConstraint(error, sites.linkKey)) throw await linkTakenError(db, { ownerId, link });
    // The site was deleted after it was read.
    if (violatesConstraint(error, "FOREIGN KEY")) requireEditableSite([]);
    throw error;
  }
}
