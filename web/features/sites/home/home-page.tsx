import { Link, useLoaderData } from "react-router";
import type { HomePage as HomeData, ListQuery } from "#schema/pages/pages.ts";
import { categoriesPath, categoryPath, createSitePath, homePath, productsPath } from "#schema/pages/paths.ts";
import { CATEGORY_LABELS, MAX_WEEK_COUNT, SITES_PER_PAGE, type CardPage } from "#schema/sites/sites.ts";
import { useConfig } from "../../../data/config.tsx";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { LatestArticles } from "../../blogs/latest-articles.tsx";
import { CategoryDirectory } from "../category/category-directory.tsx";
import { countText, formatCount } from "../../../ui/counts.ts";
import { canonicalOf, listHref } from "../filters/list-href.ts";
import { ListSearch } from "../list/list-search.tsx";
import { MostReplaced } from "./most-replaced.tsx";
import { PopularSection } from "./popular-section.tsx";
import { SiteResults } from "../list/site-results.tsx";
import { itemList, webSite } from "../list/structured-data.ts";

export function HomePage() {
  const { query, sites, categories, mostReplaced, week, popular, posts } = useLoaderData<HomeData>();
  const { category } = query;
  const config = useConfig();
  const total = categories.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <PageHead {...headOf(query, sites, total)} />
      <JsonLd data={webSite(config)} />
      <section className={mostReplaced.length > 0 ? "hero wrap" : "hero wrap is-search"}>
        <h1 className="display">What do you want to leave?</h1>
        <ListSearch
          path={homePath}
          query={query}
          label="Search sites and the software they replace"
          placeholder="Slack, password manager, maps…"
          opensAnswers
        />
        <p className="hero-note">
          {`${total > 0 ? countText(total, ["site", "sites"]) : "Sites"} to compare, each fact with its source. `}
          Paid places are always marked.
        </p>
        {mostReplaced.length > 0 && <MostReplaced products={mostReplaced} />}
        <p className="hero-action">
          {"Do you make software? Listing your site is free. "}
          <Link className="button" to={createSitePath}>
            List Now
          </Link>
        </p>
      </section>
      <div className="wrap">
        <SiteResults
          query={query}
          sites={sites}
          path={homePath}
          categories={categories}
          hrefOf={(page) => `${listHref(homePath, query, { page })}#results`}
          total={category ? categories.find((counted) => counted.category === category)?.count : total}
          linksIfEmpty={<LinksIfEmpty query={query} />}
          note={week ? weekText(week) : undefined}
        />
        <JsonLd
          data={itemList(
            { name: "Sites", sites: sites.results, firstPosition: (sites.page - 1) * SITES_PER_PAGE + 1 },
            config.origin,
          )}
        />
        <PopularSection
          popular={popular}
          hrefOf={(page) =>
            `${listHref(homePath, query, { page: query.page, popular: page > 1 ? page : null })}#popular`
          }
        />
        <section id="categories" className="section" aria-labelledby="categories-title">
          <h2 id="categories-title">Categories</h2>
          <CategoryDirectory categories={categories} query={query} />
        </section>
        <LatestArticles posts={posts} />
      </div>
    </>
  );
}

/** "Last 7 days: 1,000+ sites added, the facts of 3 sites checked". "" if nothing happened. */
export function weekText({ added, checked }: NonNullable<HomeData["week"]>): string {
  const sites = (count: number) => countText(count, ["site", "sites"], count >= MAX_WEEK_COUNT);
  const parts = [added > 0 && `${sites(added)} added`, checked > 0 && `the facts of ${sites(checked)} checked`].filter(
    Boolean,
  );
  return parts.length > 0 ? `Last 7 days: ${parts.join(", ")}` : "";
}

function LinksIfEmpty({ query }: { query: ListQuery }) {
  const { q, category } = query;
  return (
    <ul className="ways-on">
      {q && category && (
        <li>
          <Link
            to={listHref(homePath, query, { category: null, sort: null })}
          >{`Search all categories for “${q}”`}</Link>
        </li>
      )}
      <li>
        <Link to={listHref(homePath, query, { q: "", category: null, sort: null })} preventScrollReset>
          Clear search
        </Link>
      </li>
      <li>
        <Link to={productsPath}>Browse products</Link>
      </li>
      <li>
        <Link to={categoriesPath}>Browse categories</Link>
      </li>
      <li>
        <Link to={createSitePath}>List a site</Link>
      </li>
    </ul>
  );
}

/** The canonical URL of a category is its page. So search engines do not index the same sites twice. */
function headOf(query: ListQuery, sites: CardPage, total: number) {
  const { q, category } = query;
  const label = category ? ` in ${CATEGORY_LABELS[category]}` : "";
  const pageTitle = sites.page > 1 ? `, page ${sites.page}` : "";
  return {
    title: q ? `Search for “${q}”${label}` : `Software alternatives${label}${pageTitle}`,
    description: `Find alternatives to the software you use: ${formatCount(total)} sites, each with the products it can replace. Paid places are always marked.`,
    ...canonicalOf(category ? categoryPath(category) : homePath, query, sites),
  };
}
