import { useLoaderData } from "react-router";
import { isIndexed, MAX_COMPARED, productOfAll } from "#schema/sites/comparisons.ts";
import type { ComparePage as CompareData } from "#schema/pages/pages.ts";
import { comparePath, compareStartPath, productPath } from "#schema/pages/paths.ts";
import { useConfig } from "../../../data/config.tsx";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { countText } from "../../../ui/counts.ts";
import { comparedList } from "../list/structured-data.ts";
import { AddSite } from "./add-site.tsx";
import { ComparisonTable } from "./comparison-table.tsx";
import { headingOf, listOf, namesOf, versusOf } from "./comparison-names.ts";
import { type Difference, factGroups } from "./fact-differences.ts";

export function Component() {
  const data = useLoaderData<CompareData>();
  const { sites, products } = data;
  const { origin } = useConfig();
  const product = productOfAll(sites);
  const rows = factGroups(sites).flatMap((group) => group.rows);
  const counted = (wanted: Difference) => rows.filter(({ difference }) => difference === wanted).length;
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
      <header className="page-header">
        <h1>{headingOf(sites)}</h1>
        <p className="lead">
          {`${rows.length > 0 ? `${differencesText(counted)}.` : "No facts about these sites are stated yet."} The order is alphabetical, and payment does not change it.`}
        </p>
      </header>
      <div className="comparison-tools">
        <label className="checkbox">
          <input id="only-differences" type="checkbox" /> Only differences
        </label>
        {sites.length < MAX_COMPARED && <AddSite slugs={sites.map(({ slug }) => slug)} />}
      </div>
      <ComparisonTable sites={sites} products={products} />
    </div>
  );
}

/** "3 facts differ, 5 facts are the same and 1 fact is stated for some sites only". */
function differencesText(counted: (wanted: Difference) => number): string {
  const texts: [Difference, [one: string, many: string]][] = [
    ["different", ["fact differs", "facts differ"]],
    ["same", ["fact is the same", "facts are the same"]],
    ["partly", ["fact is stated for some sites only", "facts are stated for some sites only"]],
  ];
  return listOf(
    texts.flatMap(([difference, words]) => (counted(difference) > 0 ? [countText(counted(difference), words)] : [])),
  );
}

export function headOf({ sites, share_image }: CompareData) {
  const product = productOfAll(sites);
  const versus = versusOf(sites);
  return {
    title: product ? `${versus}: alternatives to ${product.name} compared` : `${versus} compared`,
    description: `${namesOf(sites)} side by side: price, licence, platforms, hosting and more facts, with their sources. What is not known is marked.`,
    path: comparePath(...sites.map(({ slug }) => slug)),
    shareImage: { path: share_image, alt: versus },
    isSearch: !isIndexed(sites),
  };
}
