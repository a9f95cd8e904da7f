import type { ProductLink } from "#schema/pages/pages.ts";
import { ProductTiles } from "../product/product-tiles.tsx";

export function MostReplaced({ products }: { products: ProductLink[] }) {
  return (
    <section className="most-replaced" aria-labelledby="most-replaced">
      <h2 id="most-replaced">Most replaced</h2>
      <ProductTiles products={products} />
    </section>
  );
}
