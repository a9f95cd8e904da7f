import { useLoaderData } from "react-router";
import { isIndexed, MAX_COMPARED } from "#schema/sites/comparisons.ts";
import type { ComparePage as CompareData } from "#schema/pages/pages.ts";
import { comparePath, compareStartPath, productPath } from "#schema/pages/paths.ts";
import { useConfig } from "../../../data/config.tsx";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { SearchInstead } from "../list/search-instead.tsx";
import { comparedList } from "../list/structured-data.ts";
import { AddSite } from "./add-site.tsx";
import { ComparisonTable } from "./comparison-table.tsx";
import { headingOf, namesOf, versusOf } from "./comparison-names.ts";

export function Component() {
  const data = useLoaderData<CompareData>();
  const { sites, product } = data;
  const { origin } = useConfig();
  return (
    <div className="wrap compared">
      <PageHead {...headOf(data)} />
      <JsonLd data={comparedList({ name: versusOf(sites), sites }, origin)} />
      <Breadcrumbs
        parents={[
          product
            ? { name: `Alternatives to ${product.name}`, path: productPath(product.slug) }
            : { name: "Compare", path: compareStartPath },
        ]}
        current={{ name: versusOf(sites), path: comparePath(...sites.map(({ slug }) => slug)) }}
      />
      <SearchInstead />
      <header className="page-header">
        <h1>{headingOf(data)}</h1>
        <p className="lead">The order is alphabetical, and payment does not change it.</p>
      </header>
      <ComparisonTable {...data} />
      {sites.length < MAX_COMPARED && <AddSite slugs={sites.map(({ slug }) => slug)} />}
    </div>
  );
}

export function headOf({ sites, product, share_image }: CompareData) {
  const versus = versusOf(sites);
  return {
    title: product ? `${versus}: alternatives to ${product.name} compared` : `${versus} compared`,
    description: `${namesOf(sites)} side by side: price, licence, platforms, hosting and more facts, with their sources. What is not known is marked.`,
    path: comparePath(...sites.map(({ slug }) => slug)),
    shareImage: { path: share_image, alt: versus },
    isSearch: !isIndexed(sites),
  };
}
