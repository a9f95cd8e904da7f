import { Link, useLoaderData } from "react-router";
import { type Combination, combinedText } from "#schema/facts/combinations.ts";
import type { CategoryPage as CategoryData } from "#schema/pages/pages.ts";
import { categoriesPath, categoryPath, createSitePath, homePath, withQuery } from "#schema/pages/paths.ts";
import { CATEGORY_LABELS, SITES_PER_PAGE } from "#schema/sites/sites.ts";
import { useConfig } from "../../../data/config.tsx";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { FeedLink } from "../../../layout/feed-link.tsx";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { CategoryDirectory } from "./category-directory.tsx";
import { CategoryIcon } from "../logo/category-icon.tsx";
import { countText } from "../../../ui/counts.ts";
import { combinedLead } from "../filters/combined-lead.ts";
import { canonicalOf, combinationOfQuery, listHref } from "../filters/list-href.ts";
import { ListSearch } from "../list/list-search.tsx";
import { SiteResults } from "../list/site-results.tsx";
import { itemList } from "../list/structured-data.ts";

export function Component() {
  const data = useLoaderData<CategoryData>();
  const { category, query, sites, categories } = data;
  const { q } = query;
  const { origin } = useConfig();
  const label = CATEGORY_LABELS[category];
  const path = categoryPath(category);
  const total = categories.find((counted) => counted.category === category)?.count ?? 0;
  const head = headOf(data, total);
  const combination = combinationOfQuery(query);
  const title = combination ? combinedTitleOf(combination, label) : label;
  return (
    <div className="wrap listing">
      <PageHead {...head} />
      <Breadcrumbs
        parents={[{ name: "Categories", path: categoriesPath }, ...(combination ? [{ name: label, path }] : [])]}
        current={{ name: title, path: head.path }}
      />
      <header className="page-header mast">
        <CategoryIcon category={category} />
        <div>
          <h1>{title}</h1>
          <p className="lead">
            {combination
              ? combinedLead(combination, sites, total, sitesIn(label))
              : `${countText(total, ["site", "sites"])}, each with the products it can replace.`}
          </p>
        </div>
      </header>
      <ListSearch path={path} query={query} label={`Search in ${label}`} placeholder={`Search in ${label}`} />
      <SiteResults
        query={query}
        sites={sites}
        path={path}
        total={total}
        hrefOf={(page) => `${listHref(path, query, { page })}#results`}
        linksIfEmpty={
          <ul className="ways-on">
            <li>
              <Link to={listHref(path, query, { q: "", sort: null })} preventScrollReset>
                Clear search
              </Link>
            </li>
            {q && (
              <li>
                <Link to={listHref(homePath, query, { category: null, sort: null })}>
                  {`Search all categories for “${q}”`}
                </Link>
              </li>
            )}
            <li>
              <Link to={withQuery(createSitePath, { category })}>List a site</Link>
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
      <FeedLink path={path} what={`new sites in ${label}`} />
      <section className="section" aria-labelledby="categories-title">
        <h2 id="categories-title">Other categories</h2>
        <CategoryDirectory categories={categories.filter((other) => other.category !== category)} query={query} />
      </section>
    </div>
  );
}

const combinedTitleOf = (combination: Combination, label: string) =>
  `${label}: ${combinedText(combination, "software")}`;

export function headOf({ category, share_image, query, sites }: CategoryData, total: number) {
  const label = CATEGORY_LABELS[category];
  const combination = combinationOfQuery(query);
  const title = combination ? combinedTitleOf(combination, label) : `${label}: software alternatives`;
  return {
    title: query.q ? `Search for “${query.q}” in ${label}` : sites.page > 1 ? `${title}, page ${sites.page}` : title,
    description: `${
      combination
        ? combinedLead(combination, sites, total, sitesIn(label))
        : `${countText(total, ["site", "sites"])} in ${label}, with the products they can replace.`
    } Paid places are marked.`,
    ...canonicalOf(categoryPath(category), query, sites),
    shareImage: { path: share_image, alt: label },
  };
}

const sitesIn = (label: string): [string, string] => [`site in ${label}`, `sites in ${label}`];
