import { Link, useLoaderData } from "react-router";
import type { TargetPage as TargetData } from "#schema/pages.ts";
import { createSitePath, homePath, targetPath, withQuery } from "#schema/paths.ts";
import { SITES_PER_PAGE } from "#schema/sites.ts";
import { useConfig } from "../../../config.tsx";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { Drawing } from "../../../ui/drawing.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { countText } from "./counts.ts";
import { faviconHost, Logo } from "../card/logo.tsx";
import { FeaturedRow } from "../card/featured-row.tsx";
import { SiteGrid } from "../card/site-grid.tsx";
import { ListSearch } from "../search/list-search.tsx";
import { SiteResults } from "../search/site-results.tsx";
import { ViewChoice } from "../card/view-choice.tsx";
import { itemList } from "../site/structured-data.ts";
import { TargetTiles } from "./target-tiles.tsx";

export function TargetPage() {
  const data = useLoaderData<TargetData>();
  const { target, query, sites, related } = data;
  const { origin } = useConfig();
  const path = targetPath(target.slug);
  const title =
    target.count > 0
      ? `${countText(target.count, ["alternative", "alternatives"])} to ${target.name}`
      : `Alternatives to ${target.name}`;
  return (
    <div className="wrap listing">
      <PageHead {...headOf(data, title)} />
      <Breadcrumbs parents={[{ name: "Popular Alternatives", path: "/#popular" }]} current={{ name: title, path }} />
      <header className="page-header mast">
        <Logo name={target.name} link={target.link} size={72} isProduct />
        <div>
          <h1>{title}</h1>
          <p className="lead">Sites that their owners list as alternatives to {target.name}, newest first.</p>
          <p className="meta">
            <span>
              Owners of FEATURED sites pay to appear in the row above the list. Payment does not change the order of the
              list.
            </span>
            <OutboundLink className="out-link" link={target.link} campaign="target">
              {faviconHost(target.link) ?? target.name}
              <OutIcon />
            </OutboundLink>
          </p>
        </div>
      </header>
      {(target.count > SITES_PER_PAGE || query.q) && (
        <ListSearch
          path={path}
          query={query}
          label={`Search in the alternatives to ${target.name}`}
          placeholder={`Search in the alternatives to ${target.name}`}
        />
      )}
      {query.q ? <FoundAlternatives data={data} path={path} /> : <AllAlternatives data={data} path={path} />}
      <JsonLd
        data={itemList(
          { name: title, sites: sites.results, firstPosition: (sites.page - 1) * SITES_PER_PAGE + 1 },
          origin,
        )}
      />
      <p className="callout">
        Do you make an alternative to {target.name}?{" "}
        <Link className="button" to={createSitePath}>
          List it for free
        </Link>
      </p>
      {related.length > 0 && (
        <section className="section" aria-labelledby="related-title">
          <h2 id="related-title">Related products</h2>
          <TargetTiles targets={related} />
        </section>
      )}
    </div>
  );
}

type PartProps = { data: TargetData; path: string };

function AllAlternatives({ data: { sites }, path }: PartProps) {
  return (
    <section className="results" aria-labelledby="results-title">
      <header className="results-header turn">
        <h2 id="results-title" className="visually-hidden">
          Sites
        </h2>
        <p className="result-count">
          {countText(sites.count, ["site", "sites"])}
          {sites.pages > 1 && `, page ${sites.page} of ${sites.pages}`}
        </p>
        <ViewChoice />
      </header>
      <FeaturedRow sites={sites.featured} />
      {sites.results.length > 0 ? (
        <SiteGrid sites={sites.results} />
      ) : (
        <p className="empty empty-title">
          <Drawing name="empty" />
          No alternatives found
        </p>
      )}
      <Pager
        label="Pages of alternatives"
        page={sites.page}
        pages={sites.pages}
        hrefOf={(page) => withQuery(path, { page })}
      />
    </section>
  );
}

function FoundAlternatives({ data: { target, query, sites }, path }: PartProps) {
  const { q, sort } = query;
  return (
    <SiteResults
      query={query}
      sites={sites}
      path={path}
      hrefOf={(page) => `${withQuery(path, { q, sort, page })}#results`}
      isOfProduct
      linksIfEmpty={
        <ul className="ways-on">
          <li>
            <Link to={path} preventScrollReset>
              Show all alternatives to {target.name}
            </Link>
          </li>
          <li>
            <Link to={withQuery(homePath, { q })}>Search all sites for “{q}”</Link>
          </li>
        </ul>
      }
    />
  );
}

export function headOf({ target, query: { q }, share_image, sites }: TargetData, title: string) {
  const names = sites.results.slice(0, 4).map((site) => site.name);
  return {
    title: q ? `Search for “${q}” in ${title}` : sites.page > 1 ? `${title}, page ${sites.page}` : title,
    description:
      names.length > 0
        ? `What to use instead of ${target.name}: ${names.join(", ")}${target.count > names.length ? " and more" : ""}. Paid places are marked.`
        : `What to use instead of ${target.name}.`,
    path: withQuery(targetPath(target.slug), { page: q ? 1 : sites.page }),
    shareImage: { path: share_image, alt: title },
    isSearch: q !== "" || sites.results.length === 0,
  };
}
