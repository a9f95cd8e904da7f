import { Link } from "react-router";
import { countFacts } from "#schema/facts/facts.ts";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { comparePath, productPath, sitePath } from "#schema/pages/paths.ts";
import type { CardSite } from "#schema/sites/sites.ts";
import { Logo } from "../logo/logo.tsx";

/** Other sites that replace the same products. Those with facts can be compared with this one. */
export function SimilarSites({ site, similar }: Pick<SiteDetailPage, "site" | "similar">) {
  const [first] = site.alternatives;
  if (!first || similar.length === 0) return null;
  return (
    <aside className="section" aria-labelledby="similar-title">
      <h2 id="similar-title">{site.standing === "closed" ? "Use instead" : "Other alternatives"}</h2>
      <ul className="product-rows similar">
        {similar.map((other) => (
          <SimilarSite key={other.id} site={site} other={other} />
        ))}
      </ul>
      <p>
        <Link className="out-link" to={productPath(first.slug)}>
          All alternatives to {first.name}
        </Link>
      </p>
    </aside>
  );
}

function SimilarSite({ site, other }: Pick<SiteDetailPage, "site"> & { other: CardSite }) {
  return (
    <li>
      <article className="card product-card" data-card={other.id}>
        <Logo name={other.name} link={other.link} logo={other.logo} />
        <h3>
          <Link className="card-link" viewTransition to={sitePath(other.slug)}>
            {other.name}
          </Link>
          {other.status === "featured" && <span className="badge">FEATURED</span>}
        </h3>
        {other.description && <p>{other.description}</p>}
        {countFacts(other.facts) > 0 && (
          <p className="card-out">
            <Link className="out-link compare-link" to={comparePath(site.slug, other.slug)}>
              Compare
              <span className="visually-hidden">
                {" "}
                {site.name} with {other.name}
              </span>
            </Link>
          </p>
        )}
      </article>
    </li>
  );
}
