import { Link } from "react-router";
import type { TargetTile } from "#schema/pages.ts";
import { targetPath } from "#schema/paths.ts";
import { formatCount } from "../browse/counts.ts";
import { Logo } from "../card/logo.tsx";

/** The number on a tile counts the alternatives to the product. */
export function MostReplaced({ products }: { products: TargetTile[] }) {
  return (
    <section className="most-replaced" aria-labelledby="most-replaced">
      <h2 id="most-replaced">Most replaced</h2>
      <ul>
        {products.map(({ name, slug, link, count }) => (
          <li key={slug}>
            <Link className="tile" to={targetPath(slug)}>
              <Logo name={name} link={link} size={32} isProduct />
              <span>{name}</span>{" "}
              <span className="count">
                {formatCount(count)}
                <span className="visually-hidden"> {count === 1 ? "alternative" : "alternatives"}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
