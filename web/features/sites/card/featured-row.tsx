import { Link } from "react-router";
import { pricePath } from "#schema/pages/paths.ts";
import type { PlaceSite } from "#schema/sites/sites.ts";
import { PaidPlace } from "./paid-place.tsx";

type Props = { sites: PlaceSite[]; results: { id: number }[] };

/** The featured places above page 1 of a list. A site that is the only result does not stand there, too. */
export function FeaturedRow({ sites: featured, results }: Props) {
  const sites = results.length === 1 ? featured.filter(({ id }) => id !== results[0]!.id) : featured;
  if (sites.length === 0) return null;
  return (
    <section className="featured-row" aria-labelledby="featured-row">
      <header>
        <h2 id="featured-row">Featured</h2>
        <Link className="touch-link" to={pricePath}>
          Paid places in rotation
        </Link>
      </header>
      <ul className="grid" data-count={sites.length}>
        {sites.map((site) => (
          <li key={site.id}>
            <article className="card paid-place" data-card={site.id}>
              <PaidPlace site={site} label="FEATURED" />
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}
