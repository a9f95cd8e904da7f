import { countFacts } from "#schema/facts/facts.ts";
import type { Db } from "../../../db/connection.ts";
import type { NewListing } from "../save/create.ts";
import type { Read } from "./import-line.ts";
import { unknownProducts, withoutNamed } from "../save/known-products.ts";

/** A site and the number of its line. */
export type ReadSite = Read & { line: number };

/**
 * Leaves out the products of `imports_from` that neither the directory nor one of these sites names, and reports each to
 * `onUnknown`.
 */
export async function requireProducts(
  db: Db,
  read: ReadSite[],
  onUnknown: (line: number, problem: string) => void,
): Promise<NewListing[]> {
  const asked = read.map(({ site }) => site.facts).filter((facts) => facts?.imports_from);
  const unknown = asked.length > 0 ? await unknownProducts(db, ...asked) : [];
  const named = read.flatMap(({ site }) => site.alternatives);
  const missing = new Set(withoutNamed(unknown, named).map(({ slug }) => slug));
  return read.map(({ site, line }) => {
    const { imports_from: products = [], ...facts } = site.facts ?? {};
    const known = products.filter((slug) => !missing.has(slug));
    if (known.length === products.length) return site;
    for (const slug of products.filter((product) => missing.has(product)))
      onUnknown(line, `facts.imports_from: “${slug}” is not a product of this directory`);
    const { imports_from: _, ...sources } = site.fact_sources ?? {};
    if (known.length > 0) return { ...site, facts: { ...site.facts, imports_from: known } };
    return { ...site, facts, fact_sources: sources, ...(countFacts(facts) === 0 && { facts_checked_at: null }) };
  });
}
