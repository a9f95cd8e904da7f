import { and, eq, sql } from "drizzle-orm";
import { isoDay } from "#schema/values/dates.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import type { SiteForm } from "#schema/sites/site-form.ts";
import { sites } from "#schema/tables/sites.ts";
import { type Db, violatesConstraint, type Statement } from "../../../db/connection.ts";
import { isStaff, type SignedInUser } from "../../../signed-in.ts";
import type { CheckedDocument } from "../../documents/require-document.ts";
import { failUnlessStored, rejectMissingUpload, uploadKeysIn } from "../../media/image-uses.ts";
import type { Mail } from "../../../ports.ts";
import { runQuery } from "../../../db/raw.ts";
import { mailKey } from "../../outbox/mail-key.ts";
import { insertMails } from "../../outbox/queries.ts";
import { auditedSite } from "../rows/audited.ts";
import { createListings, type NewListing } from "./create.ts";
import { requireSiteImages, textsOf, toGivenImages, usableSiteImages } from "../rows/images.ts";
import { liveMail } from "./mails.ts";
import { requireKnownProducts, unknownProducts } from "./known-products.ts";
import { linkTakenError } from "./link-taken.ts";
import { type EditableSiteRow, editableSiteStatement, requireEditableSite } from "../read/owner-sites.ts";
import { establishedOwner, reviewNoteOf } from "./review.ts";

type Given = {
  actor: SignedInUser;
  form: SiteForm;
  document: CheckedDocument;
  now: number;
  /** Statements that run in the same transaction. */
  also: Statement[];
  config: DirectoryConfig;
};

/**
 * Lists a site and runs `also` in the same transaction. The listing is pending if the review rules find a reason, unless
 * the user is staff. If visitors see it at once, the same transaction queues `liveMail`.
 * @throws AppError 400 if the site or its article shows a deleted upload, or if a product of `imports_from` is unknown.
 * @throws AppError 409 if the user lists the link already.
 */
export async function createOwnerListing(
  db: Db,
  { actor, form, document, now, also, config }: Given,
): Promise<EditableSiteRow> {
  const { content, article } = document;
  const images = toGivenImages(form);
  const [usable, [owner], unknown] = await db.batch([
    usableSiteImages(db, images, { actorId: actor.id }),
    establishedOwner(db, actor.id, now),
    unknownProducts(db, form.facts),
  ]);
  requireSiteImages(usable, images);
  requireKnownProducts(unknown, form.alternatives);
  const reviewNote = isStaff(actor)
    ? null
    : reviewNoteOf({ ...form, article, screenshotTexts: textsOf(images) }, owner?.isEstablished ?? false);
  const listing: NewListing = {
    ...form,
    facts: form.facts ?? {},
    fact_sources: form.fact_sources ?? {},
    facts_checked_at: form.facts && Object.keys(form.facts).length > 0 ? isoDay(now) : null,
    content,
    images: Object.values(images).flat(),
    createdAt: now,
    review: reviewNote ? "pending" : "active",
    reviewNote,
  };
  try {
    const found = await createListings(db, [listing], {
      ownerId: actor.id,
      isUntrusted: !isStaff(actor),
      also: [...also, failUnlessStored(db, uploadKeysIn(content))],
      after: ([slug = ""]) => [
        queueLiveMail(db, {
          mail: liveMail(config, { to: actor.email, name: form.name, slug, isApproved: false }),
          slug,
          now,
        }),
      ],
      answer: (slugs) => editableSiteStatement(db, actor, { slug: slugs[0] ?? "" }),
    });
    return requireEditableSite(found);
  } catch (error) {
    rejectMissingUpload(error, "blog.content");
    if (violatesConstraint(error, sites.linkKey))
      throw await linkTakenError(db, { ownerId: actor.id, link: form.link });
    throw error;
  }
}

/** Only the database knows whether another owner lists the page, so that the listing is pending. */
const queueLiveMail = (db: Db, { mail, slug, now }: { mail: Mail; slug: string; now: number }) => {
  const { to: recipient, ...parts } = mail;
  const isLive = and(eq(sites.slug, slug), eq(sites.review, "active"))!;
  return runQuery(
    db,
    insertMails(
      { key: sql`${mailKey(auditedSite, "")} || ${sites.id}`, recipient, ...parts, now },
      sql`FROM ${sites} WHERE ${isLive}`,
    ),
  );
};
