import { Link } from "react-router";
import { movedPath } from "#schema/pages/paths.ts";

type Named = { name: string; slug: string };

/** Asks people who moved from the product, on the page of a site those who moved to it. */
export const SayHow = ({ product, site }: { product: Named; site?: Named }) => (
  <Link className="touch-link" to={movedPath(product.slug, site?.slug)} rel="nofollow">
    <span>
      Moved from {product.name}? Say how it went
      {site && <span className="visually-hidden"> with {site.name}</span>}
    </span>
  </Link>
);
