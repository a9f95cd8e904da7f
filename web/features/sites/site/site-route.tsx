import { Link } from "react-router";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { productPath } from "#schema/pages/paths.ts";
import { ArrowIcon } from "../../../ui/icons.tsx";
import { Logo } from "../logo/logo.tsx";

/** The turn of one site: from the products that it replaces to the site. */
export function SiteRoute({ site }: Pick<SiteDetailPage, "site">) {
  return (
    <section className="route" aria-labelledby="route-title">
      <div>
        <h2 id="route-title" className="route-label">
          Instead of
        </h2>
        <ul>
          {site.alternatives.map(({ id, name, slug, link }) => (
            <li key={id}>
              <Link viewTransition to={productPath(slug)}>
                <Logo name={name} link={slug && link} size={24} isProduct />
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <p>
        <ArrowIcon />
        <Logo name={site.name} link={site.slug && site.link} logo={site.logo} size={24} />
        <strong>{site.name}</strong>
      </p>
    </section>
  );
}
