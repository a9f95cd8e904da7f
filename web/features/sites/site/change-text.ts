import { factParts, type ProductNames } from "#schema/facts/fact-texts.ts";
import { factOf } from "#schema/facts/facts.ts";
import type { FactChange } from "#schema/pages/pages.ts";

/** "12 EUR per month → 15 EUR per month", "added Linux", "stated: Germany". */
export function changeText({ fact, before, after }: FactChange, products: ProductNames): string {
  const [old, now] = [before, after].map((value) => (value === null ? [] : factParts(fact, value, products)));
  if (before === null) return `stated: ${now!.join(", ")}`;
  if (after === null) return `no longer stated, was ${old!.join(", ")}`;
  if (!LISTS.has(factOf(fact).kind)) return `${old!.join(", ")} → ${now!.join(", ")}`;
  const added = now!.filter((part) => !old!.includes(part));
  const removed = old!.filter((part) => !now!.includes(part));
  const texts = [
    added.length > 0 && `added ${added.join(", ")}`,
    removed.length > 0 && `removed ${removed.join(", ")}`,
  ];
  return texts.filter(Boolean).join("; ") || "in another order";
}

const LISTS: ReadonlySet<string> = new Set(["choices", "licences", "products", "languages", "texts"]);
