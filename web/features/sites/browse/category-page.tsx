import { Link, useLoaderData } from "react-router";
import type { CategoryPage as CategoryData } from "#schema/pages.ts";
import { categoryPath, createSitePath, homePath, withQuery } from "#schema/paths.ts";
import { CATEGORY_LABELS, SITES_PER_PAGE } from "#schema/sites.ts";
import { useConfig } from "../../../config.tsx";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { CategoryDirectory } from "./category-directory.tsx";
import { CategoryIcon } from "./category-icon.tsx";
import { countText } from "./counts.ts";
import { ListSearch } from "../search/list-search.tsx";
import { SiteResults } from "../search/site-results.tsx";
import { itemList } from "../site/structured-data.ts";

export function CategoryPage() {
  const data = useLoaderData<CategoryData>();
  const { category, query, sites, categories } = data;
  const { q, sort } = query;
  const { origin } = useConfig();
  const label = CATEGORY_LABELS[category];
  const path = categoryPath(category);
  const total = categories.find((counted) => counted.category === category)?.count ?? 0;
  return (
    <div className="wrap listing">
      <PageHead {...headOf(data, total)} />
      <Breadcrumbs parents={[{ name: "Categories", path: "/#categories" }]} current={{ name: label, path }} />
      <header className="page-header mast">
        <CategoryIcon category={category} />
        <div>
          <h1>{label}</h1>
          <p className="lead">{countText(total, ["site", "sites"])}, each with the products it can replace.</p>
        </div>
      </header>
      <ListSearch path={path} query={query} label={`Search in ${label}`} placeholder={`Search in ${label}`} />
      <SiteResults
        query={query}
        sites={sites}
        path={path}
        hrefOf={(page) => `${withQuery(path, { q, sort, page })}#results`}
        linksIfEmpty={
          <ul className="ways-on">
            <li>
              <Link to={path} preventScrollReset>
                Clear search
              </Link>
            </li>
            {q && (
              <li>
                <Link to={withQuery(homePath, { q })}>Search all categories for “{q}”</Link>
              </li>
            )}
            <li>
              <Link to={createSitePath}>List a site</Link>
            </li>
          </ul>
        }
      />
      <JsonLd
        data={itemList(
          { name: label, sites: sites.results, firstPosition: (sites.page - 1) * SITES_PER_PAGE + 1 },
          origin,
        )}
      />
      <section className="section" aria-labelledby="categories-title">
        <h2 id="categories-title">Other categories</h2>
        <CategoryDirectory categories={categories.filter((other) => other.category !== category)} />
      </section>
    </div>
  );
}

export function headOf({ category, share_image, query: { q, sort }, sites }: CategoryData, total: number) {
  const label = CATEGORY_LABELS[category];
  const pageTitle = sites.page > 1 ? `, page ${sites.page}` : "";
  return {
    title: q ? `Search for “${q}” in ${label}` : `${label}: software alternatives${pageTitle}`,
    description: `${countText(total, ["site", "sites"])} in ${label}, with the products they can replace. Paid places are marked.`,
    path: withQuery(categoryPath(category), { page: q || sort ? 1 : sites.page }),
    shareImage: { path: share_image, alt: label },
    isSearch: q !== "",
  };
}
