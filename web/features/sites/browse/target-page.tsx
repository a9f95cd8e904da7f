import { useState } from "react";
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
import { countText } from "./counts.ts";
import { faviconHost, Logo } from "../card/logo.tsx";
import { ListSearch } from "../search/list-search.tsx";
import { SiteResults } from "../search/site-results.tsx";
import { itemList } from "../site/structured-data.ts";
import { TargetTiles } from "./target-tiles.tsx";

export function TargetPage() {
  const data = useLoaderData<TargetData>();
  const { target, query, sites, related } = data;
  const { q, sort } = query;
  const { origin } = useConfig();
  const path = targetPath(target.slug);
  // The field for a short list, which only a link can search, stays when somebody clears it.
  const [searched, setSearched] = useState(q && path);
  if (q && searched !== path) setSearched(path);
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
          <p className="lead">
            Sites that their owners list as alternatives to {target.name}
            {q ? "." : ", newest first."}
          </p>
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
      {(target.count > SITES_PER_PAGE || searched === path) && (
        <ListSearch
          path={path}
          query={query}
          label={`Search in the alternatives to ${target.name}`}
          placeholder="Search these sites"
          hasSuggestions={false}
        />
      )}
      <SiteResults
        query={query}
        sites={sites}
        path={path}
        hrefOf={(page) => (q ? `${withQuery(path, { q, sort, page })}#results` : withQuery(path, { page }))}
        isOfProduct
        ifEmpty={
          q ? undefined : (
            <p className="empty empty-title">
              <Drawing name="empty" />
              No alternatives found
            </p>
          )
        }
        linksIfEmpty={
          <ul className="ways-on">
            <li>
              <Link to={path} preventScrollReset>
                Show all alternatives to {target.name}
              </Link>
            </li>
            <li>
              <Link to={`${withQuery(homePath, { q })}#results`}>Search all sites for “{q}”</Link>
            </li>
          </ul>
        }
      />
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

export function headOf({ target, query: { q }, share_image, sites }: TargetData, title: string) {
  const names = sites.results.slice(0, 4).map((site) => site.name);
  return {
    title: q
      ? `Search for “${q}” in alternatives to ${target.name}`
      : sites.page > 1
        ? `${title}, page ${sites.page}`
        : title,
    description:
      names.length > 0
        ? `What to use instead of ${target.name}: ${names.join(", ")}${target.count > names.length ? " and more" : ""}. Paid places are marked.`
        : `What to use instead of ${target.name}.`,
    path: withQuery(targetPath(target.slug), { page: q ? 1 : sites.page }),
    shareImage: { path: share_image, alt: title },
    isSearch: q !== "" || sites.results.length === 0,
  };
}
