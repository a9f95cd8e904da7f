import { Link } from "react-router";
import type { ProductLink } from "#schema/pages/pages.ts";
import { productPath } from "#schema/pages/paths.ts";
import { Logo } from "../logo/logo.tsx";
import { formatCount } from "../../../ui/counts.ts";

/**
 * The number on a tile counts the alternatives to the product. Icons of products would be twelve requests of the first
 * screen.
 */
export function ProductTiles({ products }: { products: ProductLink[] }) {
  return (
    <ul className="tiles">
      {products.map(({ name, slug, count }) => (
        <li key={slug}>
          <Link className="tile" viewTransition to={productPath(slug)}>
            <Logo name={name} size={32} isProduct />
            <span>{name}</span>{" "}
            <span className="count">
              {formatCount(count)}
              <span className="visually-hidden">{count === 1 ? " alternative" : " alternatives"}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
