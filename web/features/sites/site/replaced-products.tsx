import { Link } from "react-router";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { productPath } from "#schema/pages/paths.ts";
import { OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { faviconHost, Logo } from "../logo/logo.tsx";
import { Replacement } from "./replacement.tsx";

export function ReplacedProducts({ site }: Pick<SiteDetailPage, "site">) {
  return (
    <section className="section" aria-labelledby="alternatives-title">
      <h2 id="alternatives-title">Use {site.name} instead of</h2>
      {site.alternatives.length > 0 ? (
        <ul className="product-rows">
          {site.alternatives.map(({ id, name, slug, link, description, ...pair }) => (
            <li key={id}>
              <article className="card product-card">
                <Logo name={name} link={slug && link} isProduct />
                <h3>
                  <Link className="card-link" viewTransition to={productPath(slug)}>
                    {name}
                  </Link>
                </h3>
                {description && <p>{description}</p>}
                <p className="card-out">
                  <OutboundLink className="out-link" link={link} campaign="alternative">
                    {faviconHost(link) ?? link}
                    <OutIcon />
                  </OutboundLink>
                </p>
                <Replacement pair={pair} site={site.name} product={name} />
              </article>
            </li>
          ))}
        </ul>
      ) : (
        <p className="empty">No alternatives found</p>
      )}
    </section>
  );
}
