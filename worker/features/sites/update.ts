import { sql } from "drizzle-orm";
import { hostOf } from "#schema/links.ts";
import type { SiteForm } from "#schema/site-form.ts";
import { SITE_MESSAGES } from "#schema/sites.ts";
import { AppError } from "../../errors.ts";
import { type Db, isRefusedBy, type Statement } from "../../db/connection.ts";
import { run } from "../../db/raw.ts";
import { randomSuffix } from "../../http/signing.ts";
import { isStaff, type SignedIn } from "../sessions/signed-in.ts";
import { type CheckedDocument, toPlainArticle } from "../documents/require.ts";
import { requireUploads, setImageUses, uploadKeysIn } from "../media/image-uses.ts";
import { indexOnce } from "../search/index-once.ts";
import { learnWords } from "../search/known-words.ts";
import {
  insertTargets,
  knownTargets,
  nameTargets,
  type NamedAlternative,
  targetOf,
  values,
} from "../targets/insert.ts";
import { isUnknownLink } from "../targets/links.ts";
import { linkKey, nameKey, pageKey } from "../../names/keys.ts";
import { linkTakenError } from "./own-link.ts";
import { type OwnDetailRow, ownSiteStatement, requireOwnSite } from "./own-sites.ts";
import { findReviewNote, isListedElsewhere, LISTED_ELSEWHERE } from "./review.ts";
import { toIso } from "../../db/time.ts";
import { tierAt } from "./rows.ts";
import { withFreeSlugs } from "../../names/slugs.ts";
import { textOf } from "./words.ts";

type Change = {
  id: number;
  form: SiteForm;
  /** Without one the article stays. */
  document: CheckedDocument | undefined;
  /** `updated_at` of what was edited, where the editor knows it. */
  seen: string | undefined;
  now: number;
  /** Statements for the batch, before the change of the site as it was read. */
  also?: (before: OwnDetailRow) => Statement[];
};

/**
 * Changes a site as a whole, in two round trips: what nobody changed since it was read is written, and nothing else.
 * Its slug stays, so links do not break.
 * @throws AppError 404 for strangers, 409 where somebody saved meanwhile or the owner lists that link already.
 */
export function updateSite(
  db: Db,
  user: SignedIn,
  { id, form, document, seen, now, also }: Change,
): Promise<OwnDetailRow> {
  const named = nameTargets(form.alternatives, randomSuffix);
  return withFreeSlugs(async (isLastTry) => {
    const [rows, known, taken] = await db.batch([ownSiteStatement(db, user, { id }), ...knownTargets(db, named)]);
    const before = requireOwnSite(rows);
    if (seen !== undefined && seen !== toIso(before.updated_at)) throw changedMeanwhile();
    const uploads = uploadKeysIn(document?.content);
    await requireUploads(db, uploads, now, "blog.content");
    const listing = { ...form, article: document?.article ?? toPlainArticle(before.content) };
    // What is paid for is not hidden by a guess: that is for staff, who then stop the payment too.
    const isTrusted = isStaff(user) || tierAt(before.featured_until, now) === "featured";
    const reviewNote = isTrusted ? undefined : await findReviewNote(db, { ownerId: before.owner_id, listing, now });
    try {
      const change = { form, reviewNote, isTrusted, now };
      const results: unknown[] = await db.batch([
        ...indexOnce(db, [
          ...(also?.(before) ?? []),
          updateRow(db, before, change),
          insertTargets(db, named, { known, taken, isLastTry, now }),
          ...updateAlternatives(db, id, named, { isForeign: !isStaff(user) }),
          ...(document ? [upsertArticle(db, id, document.content), ...setImageUses(db, { siteId: id }, uploads)] : []),
        ]),
        ...learnWords(db, [textOf({ ...form, alternatives: named })]),
        ownSiteStatement(db, user, { id }),
      ]);
      // The last statement of the batch.
      return requireOwnSite(results.at(-1) as OwnDetailRow[]);
    } catch (error) {
      if (isRefusedBy(error, "sites.updated_at")) throw changedMeanwhile();
      if (isRefusedBy(error, "sites.link_key")) throw await linkTakenError(db, { ownerId: before.owner_id, ...form });
      // Deleted meanwhile.
      if (isRefusedBy(error, "FOREIGN KEY")) requireOwnSite([]);
      throw error;
    }
  });
}

const changedMeanwhile = () => new AppError("conflict", SITE_MESSAGES.changedMeanwhile);

type RowChange = { form: SiteForm; reviewNote: string | undefined; isTrusted: boolean; now: number };

function updateRow(db: Db, before: OwnDetailRow, { form, reviewNote, isTrusted, now }: RowChange) {
  const note = reviewNote ?? null;
  const { name, link, description, category } = form;
  // It must grow, or a save within the same millisecond could not be told from what it replaces.
  const updatedAt = Math.max(now, before.updated_at + 1);
  const page = pageKey(form.link);
  // One that stays was looked at, or was there first.
  const isRepeated = isTrusted
    ? sql`false`
    : sql`(page_key <> ${page} AND ${isListedElsewhere({ page, ownerId: before.owner_id })})`;
  return run(
    db,
    sql`UPDATE sites SET
        name = ${name}, name_key = ${nameKey(name)}, link = ${link}, link_key = ${linkKey(link)}, page_key = ${page},
        host = ${hostOf(link)}, description = ${description}, category = ${category},
        -- What staff have approved in spite of that very note is not asked about again.
        review = CASE WHEN ${isRepeated} THEN 'pending'
          WHEN ${note} IS NULL OR (review = 'active' AND review_note IN (${note}, concat_ws('; ', ${note}, ${LISTED_ELSEWHERE}))) THEN review
          ELSE 'pending' END,
        review_note = CASE WHEN ${isRepeated} THEN concat_ws('; ', ${note}, ${LISTED_ELSEWHERE}) ELSE coalesce(${note}, review_note) END,
        -- NULL, which the column refuses together with the whole batch, where somebody saved since.
        updated_at = CASE WHEN updated_at = ${before.updated_at} THEN ${updatedAt} END
      WHERE id = ${before.id}`,
  );
}

/**
 * Rows of products that stay keep their ids; of those that change in nothing, nothing is written. Of two names of one
 * product the first stays.
 */
function updateAlternatives(db: Db, siteId: number, named: NamedAlternative[], { isForeign }: { isForeign: boolean }) {
  const keys = values(named.map(({ targetKey }) => targetKey));
  const isWaiting = isForeign ? isUnknownLink({ targetId: sql`target_id`, host: sql`value ->> 'host'` }) : sql`false`;
  const targetIds = sql`SELECT target_id FROM named_targets WHERE name_key IN (${keys})`;
  return [
    run(db, sql`DELETE FROM alternatives WHERE site_id = ${siteId} AND target_id NOT IN (${targetIds})`),
    run(
      db,
      sql`
      INSERT INTO alternatives (site_id, target_id, name, link, host, is_waiting, description, position)
      SELECT ${siteId}, target_id, value ->> 'name', value ->> 'link', value ->> 'host', ${isWaiting},
        coalesce(value ->> 'description', (
          SELECT description FROM alternatives WHERE site_id = ${siteId} AND target_id = named.target_id
        ), ''), min(value ->> 'position')
      FROM (
        SELECT value, ${targetOf(sql`value ->> 'targetKey'`)} AS target_id FROM json_each(${JSON.stringify(named)})
      ) AS named
      GROUP BY target_id
      ON CONFLICT (target_id, site_id) DO UPDATE SET
        name = excluded.name, link = excluded.link, host = excluded.host, description = excluded.description, position = excluded.position,
        is_waiting = iif(host = excluded.host, is_waiting, excluded.is_waiting)
      WHERE (name, link, description, position)
        IS NOT (excluded.name, excluded.link, excluded.description, excluded.position)`,
    ),
  ];
}

const upsertArticle = (db: Db, siteId: number, content: string) =>
  run(
    db,
    sql`INSERT INTO articles (site_id, content) VALUES (${siteId}, ${content})
      ON CONFLICT (site_id) DO UPDATE SET content = excluded.content`,
  );
