import { Link } from "react-router";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { productPath } from "#schema/pages/paths.ts";
import { OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { faviconHost, Logo } from "../logo/logo.tsx";
import { hasPair, Replacement } from "./replacement.tsx";

/** The products of which the owner says more than the name. */
export function ReplacedProducts({ site }: Pick<SiteDetailPage, "site">) {
  const told = site.alternatives.filter(({ description, ...pair }) => description || hasPair(pair));
  if (told.length === 0) return null;
  return (
    <section className="section" aria-labelledby="alternatives-title">
      <h2 id="alternatives-title">How {site.name} replaces other products</h2>
      <ul className="product-rows">
        {told.map(({ id, name, slug, link, description, ...pair }) => (
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
    </section>
  );
}
