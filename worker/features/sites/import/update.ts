import { type Facts, inFactOrder } from "#schema/facts/facts.ts";
import type { Db } from "../../../db/connection.ts";
import { toUnsignedArticle } from "../../documents/require-document.ts";
import { type EditableSiteRow, editableSiteStatement } from "../read/owner-sites.ts";
import { changeListing } from "../save/change.ts";
import type { NewListing } from "../save/create.ts";
import type { ListingPatch } from "../save/decide-change.ts";

/** An import has the rights of staff. */
const IMPORTER = { id: 0, isStaff: true, isSuperuser: false };

/** What a line says of a listed site. `given`: the fields of the line. */
export type Update = { id: number; site: NewListing; given: readonly string[] };

/** Changes a listing as staff would, and returns true if it had other values. Its images stay. */
export async function updateListing(db: Db, { id, site, given }: Update, now: number): Promise<boolean> {
  const [before] = await editableSiteStatement(db, IMPORTER, { id });
  const patch = before ? changesOf(before, site, given) : {};
  if (!before || Object.keys(patch).length === 0) return false;
  const answer = editableSiteStatement(db, IMPORTER, { id });
  await changeListing(db, { actor: IMPORTER, id, patch, isImport: true, now, answer });
  return true;
}

/** A fact that the line does not state stays, and so does its source. */
function changesOf(before: EditableSiteRow, site: NewListing, given: readonly string[]): ListingPatch {
  const stated: ListingPatch = {
    name: site.name,
    description: site.description,
    category: site.category,
    facts: inFactOrder<unknown>({ ...before.facts, ...site.facts }) as Facts,
    fact_sources: inFactOrder({ ...before.fact_sources, ...site.fact_sources }),
    facts_checked_at: site.facts_checked_at ?? before.facts_checked_at,
  };
  const changed = Object.entries(stated).filter(
    ([name, value]) => given.includes(name) && !isSame(value, before[name as keyof EditableSiteRow]),
  );
  const { alternatives, content } = site;
  return {
    ...(Object.fromEntries(changed) as ListingPatch),
    ...(given.includes("alternatives") && !hasSame(before.alternatives, alternatives) && { alternatives }),
    ...(content !== undefined &&
      content !== before.content && {
        document: { content, article: toUnsignedArticle(content) },
      }),
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What the line does not say of an alternative stays. */
const hasSame = (before: EditableSiteRow["alternatives"], named: NewListing["alternatives"]) =>
  before.length === named.length &&
  named.every((one, at) =>
    Object.entries(one).every(
      ([name, value]) => value === undefined || isSame(value, { ...before[at] }[name as "name"]),
    ),
  );
