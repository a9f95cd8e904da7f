import { createContext, use } from "react";
import { REPLACEMENTS, type CardSite } from "#schema/sites/sites.ts";
import { differencesFrom, type ProductFacts } from "./differences.ts";
import { ShownListContext } from "./shown-list.ts";

/** The product that all sites of the list inside replace. */
export const ReplacedProduct = createContext<ProductFacts | null>(null);

/** How the site replaces the product of the list, as its owner states it, or else how their facts differ. */
export function PairLine({ site: { pair, facts } }: { site: CardSite }) {
  const product = use(ReplacedProduct);
  const { shared } = use(ShownListContext);
  if (!product) return null;
  const stated = [
    ...(pair?.replaces ? [REPLACEMENTS[pair.replaces]] : []),
    ...(facts.imports_from?.includes(product.slug) ? [`Imports from ${product.name}`] : []),
  ];
  const { adds = [], lacks = [] } = pair ?? {};
  if (stated.length + adds.length + lacks.length === 0)
    stated.push(
      ...differencesFrom(product, facts)
        .filter((text) => !shared.includes(text))
        .slice(0, 1),
    );
  if (stated.length + adds.length + lacks.length === 0) return null;
  return (
    <div className="pair-line">
      {stated.length > 0 && <p className="pair-fit">{stated.join(" · ")}</p>}
      {adds.length > 0 && <p>Adds: {adds.join(", ")}</p>}
      {lacks.length > 0 && <p>Lacks: {lacks.join(", ")}</p>}
    </div>
  );
}
