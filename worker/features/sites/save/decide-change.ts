import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { isoDay } from "#schema/values/dates.ts";
import type { Standing } from "#schema/sites/life.ts";
import type { SiteFields } from "#schema/sites/site-form.ts";
import type { ReviewState } from "#schema/sites/sites.ts";
import { AppError } from "../../../errors.ts";
import type { Subject } from "../../../ports.ts";
import { productKey } from "../../../names/products.ts";
import { type CheckedDocument, toUnsignedArticle } from "../../documents/require-document.ts";
import { type Actor, isStaff } from "../../../signed-in.ts";
import { pairIn, type PreparedAlternative } from "../../products/insert.ts";
import type { GivenAlternative } from "./alternatives.ts";
import { fieldsOf } from "../rows/fields.ts";
import { type GivenImages, requireSiteImages, textsOf } from "../rows/images.ts";
import { requireKnownProducts } from "./known-products.ts";
import { searchText } from "./learn-words.ts";
import type { EditableSiteRow } from "../read/owner-sites.ts";
import { listSubjects } from "../rows/public-changes.ts";
import { keepRepositoryFacts } from "./repository-facts.ts";
import { reviewNoteOf } from "./review.ts";
import { tierAt } from "../rows/rows.ts";
import type { Listing } from "./spam.ts";

/** A property that is missing keeps its value. */
export type ListingPatch = { [F in keyof SiteFields]?: SiteFields[F] | undefined } & {
  /** True if somebody says that the facts are right now. They then count as checked today. */
  areFactsChecked?: boolean | undefined;
  alternatives?: GivenAlternative[];
  document?: CheckedDocument | undefined;
  images?: GivenImages;
  /** Only staff set this and the properties below. */
  review?: ReviewState | undefined;
  /** Null or "" clears it. */
  refusal?: string | null | undefined;
  standingByStaff?: Standing | "checked" | undefined;
  /** Unix ms. Null ends the granted time. */
  grantedUntil?: number | null | undefined;
};

/** What is known when the change is decided. */
export type Found = {
  actor: Actor;
  before: EditableSiteRow;
  /** `patch.alternatives`, prepared. */
  named: PreparedAlternative[];
  isImport?: boolean | undefined;
  /** The listing would be approved, but its owner is suspended. */
  isOwnerSuspended: boolean;
  isOwnerEstablished: boolean;
  /** The uploads that the listing may show. */
  usable: Parameters<typeof requireSiteImages>[0];
  /** Products of `imports_from` that do not exist. */
  unknown: { slug: string }[];
  /** Products of `named` that exist. */
  known: { id: number }[];
  now: number;
};

export type Decision = {
  /** The fields to store. A missing one stays. */
  fields: Partial<SiteFields>;
  /** The listing's link after the change. */
  link: string;
  /** Why the listing must wait for review; null if the rules find no reason. Undefined: its review stays. */
  note: string | null | undefined;
  /** The words that the search must know. Undefined: no new ones. */
  words: string | undefined;
  /** The public responses that become wrong. */
  subjects: Subject[];
};

/**
 * Decides what a change of a listing stores.
 * @throws AppError 400 if the site shows an upload that it may not show, if a product of `imports_from` is unknown, or if a
 * fact is stated that only the repository states.
 * @throws AppError 409 if a suspended owner's listing is approved.
 */
export function decideChange(given: ListingPatch, found: Found): Decision {
  const { before, named, now } = found;
  // Triggers would keep the site hidden, but its owner would get a mail that it is public.
  if (found.isOwnerSuspended) throw new AppError("conflict", ADMIN_MESSAGES.ownerSuspended);
  const patch = found.isImport ? given : keepRepositoryFacts(given, before);
  const { images = {} } = patch;
  requireSiteImages(found.usable, images);
  const fields = { ...fieldsOf(patch), ...keptSources(patch, found), ...checkedDay(before, patch, now) };
  const after = { ...before, ...fields, alternatives: patch.alternatives ? named : before.alternatives };
  // A stored product may be gone since. A save of something else must not fail because of it.
  const stored = new Set(before.facts.imports_from);
  requireKnownProducts(
    found.unknown.filter(({ slug }) => !stored.has(slug)),
    after.alternatives,
  );
  const note = reviewNote(patch, found, { ...after, alternatives: patch.alternatives ?? before.alternatives });
  const mayWait = note !== undefined && (note !== null || after.link !== before.link);
  const text = searchText(after);
  return {
    fields,
    link: after.link,
    note,
    words: patch.review === "active" || text !== searchText(before) ? text : undefined,
    subjects: staleSubjects(patch, found, { after, mayWait }),
  };
}

/** A source says where one value is stated. A fact that its owner changes keeps it only if it is the site itself. */
function keptSources({ facts, fact_sources: given }: ListingPatch, { actor, before, isImport }: Found) {
  if (facts === undefined || (given && (isImport || isStaff(actor)))) return {};
  const isKept = ([name, source]: [string, string]) => {
    const fact = name as keyof typeof facts;
    const isSame = JSON.stringify(facts[fact]) === JSON.stringify(before.facts[fact]);
    return isSame || source !== before.fact_sources[fact] || (given && source.startsWith(before.link));
  };
  return { fact_sources: Object.fromEntries(Object.entries(given ?? before.fact_sources).filter(isKept)) };
}

/** Changed facts count as checked on the day of the change. */
function checkedDay(before: EditableSiteRow, patch: ListingPatch, now: number) {
  const isChanged = [
    [patch.facts, before.facts],
    [patch.fact_sources, before.fact_sources],
  ].some(([given, stored]) => given !== undefined && JSON.stringify(given) !== JSON.stringify(stored));
  return isChanged || patch.areFactsChecked ? { facts_checked_at: isoDay(now) } : {};
}

/**
 * Returns undefined after a save by staff. A featured site is not sent to review either: spam rules only guess, and its
 * owner has paid for it.
 */
function reviewNote(patch: ListingPatch, found: Found, listing: SiteFields & Pick<Listing, "alternatives">) {
  const { actor, before, isOwnerEstablished, now } = found;
  if (isStaff(actor) || tierAt(before.featuredUntil, now) === "featured") return undefined;
  const article = patch.document?.article ?? toUnsignedArticle(before.content);
  return reviewNoteOf({ ...listing, article, screenshotTexts: textsOf(patch.images ?? {}) }, isOwnerEstablished);
}

type Outcome = { after: SiteFields & Named; mayWait: boolean };

function staleSubjects(patch: ListingPatch, found: Found, { after, mayWait }: Outcome): Subject[] {
  const { before, named, known } = found;
  if (before.review !== "active" && patch.review !== "active") return [];
  const hasMoved = isMoved(before, after, patch) || hasOtherPair(before, named) || mayWait;
  if (!hasMoved) return [`site:${before.slug}`];
  const productIds = [...before.productIds, ...known.map((product) => product.id)];
  return [before, after].flatMap(({ category }) => listSubjects({ slug: before.slug, category, productIds }));
}

/** Returns true if the place of the listing in public lists may change. */
const isMoved = (before: EditableSiteRow, after: SiteFields & Named, patch: ListingPatch) =>
  patch.review !== undefined ||
  patch.grantedUntil !== undefined ||
  patch.standingByStaff !== undefined ||
  before.category !== after.category ||
  JSON.stringify(before.facts) !== JSON.stringify(after.facts) ||
  namesOf(before) !== namesOf(after);

type Named = { alternatives: { name: string; link: string }[] };
const namesOf = ({ alternatives }: Named) => JSON.stringify(alternatives.map(({ name, link }) => [name, link]));

/** Returns true if the site replaces a product in another way than before: the best fit stands first in its list. */
function hasOtherPair(before: EditableSiteRow, named: PreparedAlternative[]): boolean {
  const stored = new Map(before.alternatives.map((one) => [productKey(one.name), JSON.stringify(pairIn(one) ?? null)]));
  return named.some(({ productKey: key, pair }) => pair !== undefined && JSON.stringify(pair) !== stored.get(key));
}
