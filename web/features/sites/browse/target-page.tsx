import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { isFiltered } from "#schema/filters.ts";
import type { TargetPage as TargetData } from "#schema/pages.ts";
import { createSitePath, homePath, targetPath, withQuery } from "#schema/paths.ts";
import { ALTERNATIVES_PER_PAGE, SITES_PER_PAGE } from "#schema/sites.ts";
import { useConfig } from "../../../config.tsx";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { Drawing } from "../../../ui/drawing.tsx";
import { ReplacedProduct } from "../card/pair-line.tsx";
import { ListSearch } from "../search/list-search.tsx";
import { SiteResults } from "../search/site-results.tsx";
import { itemList } from "../site/structured-data.ts";
import { Choices } from "../target/choices.tsx";
import { Leaving } from "../target/leaving.tsx";
import { Questions } from "../target/questions.tsx";
import { headOf } from "../target/target-head.ts";
import { TargetHeader } from "../target/target-header.tsx";
import { titleOf } from "../target/target-texts.ts";
import { TargetTiles } from "./target-tiles.tsx";

export function TargetPage() {
  const data = useLoaderData<TargetData>();
  const { target, guide, query, sites, related } = data;
  const { q, sort, filters } = query;
  const { origin } = useConfig();
  const path = targetPath(target.slug);
  // The field for a short list, which only a link can search, stays when somebody clears it.
  const [searched, setSearched] = useState(q && path);
  if (q && searched !== path) setSearched(path);
  const title = titleOf(target);
  // The answers count the sites of the whole list.
  const isWholeList = q === "" && sites.page === 1 && !isFiltered(filters);
  return (
    <div className="wrap listing">
      <PageHead {...headOf(data)} />
      <Breadcrumbs parents={[{ name: "Popular Alternatives", path: "/#popular" }]} current={{ name: title, path }} />
      <TargetHeader data={data} />
      <Leaving target={target} guide={guide} />
      {(target.count > SITES_PER_PAGE || searched === path) && (
        <ListSearch
          path={path}
          query={query}
          label={`Search in the alternatives to ${target.name}`}
          placeholder="Search these sites"
          hasSuggestions={false}
        />
      )}
      <ReplacedProduct value={target}>
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
      </ReplacedProduct>
      {guide.choices && <Choices choices={guide.choices} />}
      <JsonLd
        data={itemList(
          { name: title, sites: sites.results, firstPosition: (sites.page - 1) * ALTERNATIVES_PER_PAGE + 1 },
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
      {isWholeList && <Questions data={data} />}
    </div>
  );
}
