import { Link } from "react-router";
import { countFacts } from "#schema/facts/facts.ts";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { comparePath, sitePath } from "#schema/pages/paths.ts";
import type { CardSite } from "#schema/sites/sites.ts";
import { Logo } from "../logo/logo.tsx";
import { DiscoverItem } from "../list/discover-sites.tsx";

const COMPARED_MAX = 6;
const OTHERS_MAX = 6;

/** The nearest sites that have facts to compare, and others that replace the same products. */
export function SimilarSites({ site, similar }: Pick<SiteDetailPage, "site" | "similar">) {
  const compared = similar.filter(({ facts }) => countFacts(facts) > 0).slice(0, COMPARED_MAX);
  const others = similar.filter((one) => !compared.includes(one)).slice(0, OTHERS_MAX);
  const products = site.alternatives.map(({ name }) => name);
  return (
    <>
      {compared.length > 0 && (
        <aside className="section" aria-labelledby="compare-title">
          <h2 id="compare-title">Compare {site.name} with</h2>
          <ul className="product-rows">
            {compared.map((other) => (
              <ComparedSite key={other.id} site={site} other={other} />
            ))}
          </ul>
        </aside>
      )}
      {others.length > 0 && (
        <aside className="section" aria-labelledby="others-title">
          <h2 id="others-title">{compared.length > 0 ? "More alternatives" : "Other alternatives"}</h2>
          <p className="section-intro">
            They, too, replace {new Intl.ListFormat("en-GB", { type: "disjunction" }).format(products)}.
          </p>
          <ul className="grid others">
            {others.map((other) => (
              <DiscoverItem key={other.id} site={other} />
            ))}
          </ul>
        </aside>
      )}
    </>
  );
}

function ComparedSite({ site, other }: Pick<SiteDetailPage, "site"> & { other: CardSite }) {
  return (
    <li>
      <article className="card product-card">
        <Logo name={other.name} link={other.link} logo={other.logo} />
        <h3>
          <Link className="card-link" viewTransition to={sitePath(other.slug)}>
            {other.name}
          </Link>
          {other.status === "featured" && <span className="badge">FEATURED</span>}
        </h3>
        {other.description && <p>{other.description}</p>}
        <p className="card-out">
          <Link className="out-link compare-link" to={comparePath(site.slug, other.slug)}>
            Compare
            <span className="visually-hidden">
              {" "}
              {site.name} with {other.name}
            </span>
          </Link>
        </p>
      </article>
    </li>
  );
}
