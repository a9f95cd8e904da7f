import { lazy, Suspense, useState } from "react";
import { Link, useLoaderData } from "react-router";
import type { ProductPage as ProductData } from "#schema/pages/pages.ts";
import { createSitePath, homePath, productPath, productsPath, reportPath, withQuery } from "#schema/pages/paths.ts";
import { ALTERNATIVES_PER_PAGE, SITES_PER_PAGE } from "#schema/sites/sites.ts";
import { useConfig } from "../../../data/config.tsx";
import { isStaff, useSession } from "../../../data/session.tsx";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { FeedLink } from "../../../layout/feed-link.tsx";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { Drawing } from "../../../ui/drawing.tsx";
import { ReplacedProduct } from "../card/pair-line.tsx";
import { combinationOfQuery, listHref } from "../filters/list-href.ts";
import { ListSearch } from "../list/list-search.tsx";
import { SearchInstead } from "../list/search-instead.tsx";
import { SiteResults } from "../list/site-results.tsx";
import { itemList } from "../list/structured-data.ts";
import { Moved } from "../moved/moved.tsx";
import { SayHow } from "../moved/say-how.tsx";
import { Choices } from "./choices.tsx";
import { Leaving } from "./leaving.tsx";
import { headOf } from "./product-head.ts";
import { ProductHeader } from "./product-header.tsx";
import { pageTitleOf, titleOf } from "./product-texts.ts";
import { ProductTiles } from "./product-tiles.tsx";

const EditGuide = lazy(() => import("../product-guide/edit-guide.tsx"));

export function Component() {
  const user = useSession();
  const data = useLoaderData<ProductData>();
  const { product, guide, moved, query, sites, related } = data;
  const { q } = query;
  const { origin } = useConfig();
  const path = productPath(product.slug);
  // The field for a short list, which only a link can search, stays when somebody clears it.
  const [isSearched, setSearched] = useState(q !== "");
  if (q && !isSearched) setSearched(true);
  const title = pageTitleOf(data);
  const head = headOf(data);
  const isCombination = combinationOfQuery(query) !== undefined;
  return (
    <div className="wrap listing">
      <PageHead {...head} />
      <Breadcrumbs
        parents={[
          { name: "Products", path: productsPath },
          ...(isCombination ? [{ name: titleOf(product), path }] : []),
        ]}
        current={{ name: title, path: isCombination ? head.path : path }}
      />
      <SearchInstead />
      <ProductHeader data={data} />
      {isStaff(user) && (
        <Suspense>
          <EditGuide slug={product.slug} name={product.name} />
        </Suspense>
      )}
      <Moved moved={moved} />
      {guide.choices && <Choices choices={guide.choices} moved={moved} />}
      <ListSearch
        path={path}
        query={query}
        label={`Search in the alternatives to ${product.name}`}
        placeholder="Search these sites"
        hasField={product.count > SITES_PER_PAGE || isSearched}
        hasSuggestions={false}
      />
      <ReplacedProduct value={{ ...product, facts: guide.listing?.facts }}>
        <SiteResults
          query={query}
          sites={sites}
          path={path}
          hrefOf={(page) => `${listHref(path, query, { page })}${q ? "#results" : ""}`}
          isOfProduct
          total={product.count}
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
                <Link to={listHref(path, query, { q: "", sort: null })} preventScrollReset>
                  Show all alternatives to {product.name}
                </Link>
              </li>
              <li>
                <Link to={`${listHref(homePath, query, { sort: null })}#results`}>{`Search all sites for “${q}”`}</Link>
              </li>
            </ul>
          }
        />
      </ReplacedProduct>
      <Leaving product={product} guide={guide} />
      <p className="feed-link">
        <SayHow product={product} />
      </p>
      <FeedLink path={path} what={`new alternatives to ${product.name}`} />
      <p>
        <Link className="touch-link feed-link" to={reportPath("products", product.slug)} rel="nofollow">
          Report or suggest a change
        </Link>
      </p>
      <JsonLd
        data={itemList(
          { name: title, sites: sites.results, firstPosition: (sites.page - 1) * ALTERNATIVES_PER_PAGE + 1 },
          origin,
        )}
      />
      <p className="callout">
        Do you make an alternative to {product.name}? Listing it is free.{" "}
        <Link className="button" to={withQuery(createSitePath, { product: product.name, url: product.link })}>
          List a site
        </Link>
      </p>
      {related.length > 0 && (
        <section className="section" aria-labelledby="related-title">
          <h2 id="related-title">Related products</h2>
          <ProductTiles products={related} />
        </section>
      )}
    </div>
  );
}
