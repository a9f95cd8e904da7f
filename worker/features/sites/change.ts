import { and, eq, isNotNull, sql } from "drizzle-orm";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import type { SiteFields } from "#schema/site-form.ts";
import type { ReviewState } from "#schema/sites.ts";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { AppError } from "../../errors.ts";
import { type Query, batchReturningLast, type Db, violatesConstraint, type Statement } from "../../db/connection.ts";
import { nextVersion } from "../../db/fail-batch.ts";
import { randomSuffix } from "../../http/signing.ts";
import { withFreeSlugs } from "../../names/slugs.ts";
import { isStaff, type SignedIn } from "../sessions/signed-in.ts";
import { type CheckedDocument, toUnsignedArticle } from "../documents/require-document.ts";
import { requireUploads, uploadKeysIn } from "../media/image-uses.ts";
import { deferReindex } from "../search/defer-reindex.ts";
import { learnWords } from "../search/known-words.ts";
import { insertTargets, existingTargetsStatements, prepareAlternatives } from "../targets/insert.ts";
import { changeAlternatives, type GivenAlternative } from "./alternatives.ts";
import { saveArticle } from "./article.ts";
import { fieldsOf, toColumns } from "./fields.ts";
import { linkTakenError } from "./owner/link-taken.ts";
import { type EditableSiteRow, editableSiteStatement, requireEditableSite } from "./owner/owner-sites.ts";
import { findReviewNote, reviewAfterSave } from "./review.ts";
import { tierAt } from "./rows.ts";
import { searchText } from "./learn-words.ts";

/** What is to be changed; all else stays. */
type ListingPatch = Partial<SiteFields> & {
  /** All that the site shall have. */
  alternatives?: GivenAlternative[];
  document?: CheckedDocument | undefined;
  /** What staff decide; null takes it back. */
  review?: ReviewState | undefined;
  refusal?: string | null | undefined;
  grantedUntil?: number | null | undefined;
};

type Change<T> = {
  actor: SignedIn;
  id: number;
  patch: ListingPatch;
  /** `updatedAt` of what was edited, if the editor knows it. */
  seenVersion?: number | undefined;
  now: number;
  /** Statements that come first in the batch, such as the audit log's. */
  also?(before: EditableSiteRow): Statement[];
  /** The statement whose answer is wanted, after all others. */
  answer: Query<T>;
};

/**
 * The one way to change a listing, in two round trips: what nobody saved since it was read is written, and nothing else.
 * Its slug stays, so links do not break.
 * @throws AppError 404 for strangers, 400 if an upload is gone, 409 if the owner lists that link already.
 * @throws DatabaseError refused by `sites.updated_at` if somebody saved since, by `alternatives.target_id` if an
 * alternative that keeps its row names the product of another one.
 */
export function changeListing<T>(db: Db, change: Change<T>): Promise<T> {
  const { actor, id, patch, seenVersion, now, also, answer } = change;
  const { alternatives, document } = patch;
  const named = prepareAlternatives(alternatives ?? [], randomSuffix);
  const isUntrusted = !isStaff(actor);
  return withFreeSlugs(async (isLastTry) => {
    const [found, suspended, known, taken] = await db.batch([
      editableSiteStatement(db, actor, { id }),
      suspendedOwner(db, id, patch),
      ...existingTargetsStatements(db, named),
    ]);
    const before = requireEditableSite(found);
    // Its owner would be told that everybody sees it.
    if (suspended.length > 0) throw new AppError("conflict", ADMIN_MESSAGES.ownerSuspended);
    const after = { ...before, ...fieldsOf(patch), alternatives: alternatives ? named : before.alternatives };
    await requireUploads(db, uploadKeysIn(document?.content), now, "blog.content");
    const review = await reviewOf(db, { actor, before, after, document, now });
    const statements = deferReindex(db, [
      ...(also?.(before) ?? []),
      db
        .update(sites)
        .set({
          ...toColumns(fieldsOf(patch)),
          review: patch.review ?? review?.review,
          reviewNote: review?.reviewNote,
          refusal: patch.refusal === "" ? null : patch.refusal,
          grantedUntil: patch.grantedUntil,
          updatedAt: nextVersion(sites.updatedAt, seenVersion ?? before.updatedAt, now),
        })
        .where(eq(sites.id, id)),
      ...(alternatives
        ? [
            insertTargets(db, named, { known, taken, isLastTry, now }),
            ...changeAlternatives(db, { siteId: id, given: alternatives, named, isUntrusted }),
          ]
        : []),
      ...(document ? saveArticle(db, { siteId: id, content: document.content }) : []),
      ...(patch.review === "active" || searchText(after) !== searchText(before)
        ? learnWords(db, [searchText(after)])
        : []),
    ]);
    try {
      return await batchReturningLast(db, statements, answer);
    } catch (error) {
      if (violatesConstraint(error, sites.linkKey)) throw await linkTakenError(db, after);
      // Deleted since.
      if (violatesConstraint(error, "FOREIGN KEY")) requireEditableSite([]);
      throw error;
    }
  });
}

/** The owner of a listing that is to be approved, if they are suspended. */
const suspendedOwner = (db: Db, id: number, { review }: ListingPatch) =>
  db
    .select({ userId: users.id })
    .from(sites)
    .innerJoin(users, eq(users.id, sites.ownerId))
    .where(and(review === "active" ? eq(sites.id, id) : sql`false`, isNotNull(users.suspendedAt)));

type Saved = Pick<Change<unknown>, "actor" | "now"> & {
  before: EditableSiteRow;
  after: SiteFields & { alternatives: { name: string; link: string }[] };
  document: CheckedDocument | undefined;
};

/** What is paid for is not hidden by a guess: that is for staff, who then stop the payment too. */
async function reviewOf(db: Db, { actor, before, after, document, now }: Saved) {
  if (isStaff(actor) || tierAt(before.featuredUntil, now) === "featured") return undefined;
  const { ownerId } = before;
  const listing = { ...after, article: document?.article ?? toUnsignedArticle(before.content) };
  const note = await findReviewNote(db, { ownerId, listing, now });
  return reviewAfterSave({ ownerId, link: after.link, note });
}
