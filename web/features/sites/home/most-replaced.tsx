import type { ProductLink } from "#schema/pages.ts";
import { ProductTiles } from "../browse/target-tiles.tsx";

export function MostReplaced({ products }: { products: ProductLink[] }) {
  return (
    <section className="most-replaced" aria-labelledby="most-replaced">
      <h2 id="most-replaced">Most replaced</h2>
      <ProductTiles products={products} />
    </section>
  );
}
