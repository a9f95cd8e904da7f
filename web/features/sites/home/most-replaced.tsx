import type { TargetLink } from "#schema/pages.ts";
import { TargetTiles } from "../browse/target-tiles.tsx";

export function MostReplaced({ products }: { products: TargetLink[] }) {
  return (
    <section className="most-replaced" aria-labelledby="most-replaced">
      <h2 id="most-replaced">Most replaced</h2>
      <TargetTiles targets={products} />
    </section>
  );
}
