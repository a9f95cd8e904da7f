import type { SiteForm } from "#schema/site-form.ts";
import { sites } from "#schema/tables/sites.ts";
import { type Db, violatesConstraint, type Statement } from "../../../db/connection.ts";
import { isStaff, type SignedInUser } from "../../sessions/signed-in.ts";
import type { CheckedDocument } from "../../documents/require-document.ts";
import { requireUploads, uploadKeysIn } from "../../media/image-uses.ts";
import { createListings } from "../create.ts";
import { linkTakenError } from "./link-taken.ts";
import { type EditableSiteRow, editableSiteStatement, requireEditableSite } from "./owner-sites.ts";
import { findReviewNote } from "../review.ts";

type Given = { actor: SignedInUser; form: SiteForm; document: CheckedDocument; now: number; also: Statement[] };

/**
 * Lists a site and runs `also` in the same transaction. The listing is pending if the review rules find a reason, unless
 * the user is staff.
 * @throws AppError 400 if the article shows a deleted upload, 409 if the user lists the link already.
 */
export async function createOwnerListing(
  db: Db,
  { actor, form, document, now, also }: Given,
): Promise<EditableSiteRow> {
  const { content, article } = document;
  await requireUploads(db, uploadKeysIn(content), now, "blog.content");
  const reviewNote = isStaff(actor)
    ? null
    : await findReviewNote(db, { ownerId: actor.id, listing: { ...form, article }, now });
  const listing = { ...form, content, createdAt: now, review: reviewNote ? "pending" : "active", reviewNote } as const;
  try {
    const found = await createListings(db, [listing], {
      ownerId: actor.id,
      isUntrusted: !isStaff(actor),
      also,
      answer: (slugs) => editableSiteStatement(db, actor, { slug: slugs[0] ?? "" }),
    });
    return requireEditableSite(found);
  } catch (error) {
    if (violatesConstraint(error, sites.linkKey))
      throw await linkTakenError(db, { ownerId: actor.id, link: form.link });
    throw error;
  }
}
