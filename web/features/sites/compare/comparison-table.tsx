import { Link } from "react-router";
import { productOfAll, sharedProducts } from "#schema/sites/comparisons.ts";
import { factOf } from "#schema/facts/facts.ts";
import type { ProductNames } from "#schema/facts/fact-texts.ts";
import { sitePath } from "#schema/pages/paths.ts";
import { Logo } from "../logo/logo.tsx";
import { Row, RowGroup, RowHead } from "./comparison-row.tsx";
import { FactValue } from "./fact-value.tsx";
import { type Compared, factGroups } from "./fact-differences.ts";
import { OverviewRows } from "./overview-rows.tsx";
import { hasStatedPair, ProductRows } from "./product-rows.tsx";
import { SourceRows } from "./source-rows.tsx";

type Props = { sites: Compared[]; products: ProductNames };

/** On phones, two columns fit. More are swiped sideways, and the name of each row stands above its cells. */
export function ComparisonTable({ sites, products }: Props) {
  return (
    <div className="comparison-box" role="group" aria-label="Comparison" data-columns={sites.length}>
      <table className="comparison-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Fact</span>
            </th>
            {sites.map(({ slug, name, link, logo }) => (
              <th key={slug} scope="col">
                <Link className="comparison-name" viewTransition to={sitePath(slug)}>
                  <Logo name={name} link={link} logo={logo} size={24} />
                  <span>{name}</span>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <OverviewRows sites={sites} />
        </tbody>
        {shownProducts(sites).map((product) => (
          <RowGroup key={product.slug} title={`Instead of ${product.name}`} columns={sites.length}>
            <ProductRows product={product.slug} sites={sites} />
          </RowGroup>
        ))}
        {factGroups(sites).map(({ group, title, rows, notStated }) => (
          <RowGroup key={group} title={title} columns={sites.length}>
            {rows.map(({ name, difference }) => (
              <Row key={name} label={factOf(name).label} difference={difference} sites={sites}>
                {(site) => <FactValue name={name} facts={site.facts} products={products} />}
              </Row>
            ))}
            {notStated.length > 0 && (
              <tr className="same">
                <RowHead>Not stated for any</RowHead>
                <td className="not-stated" colSpan={sites.length}>
                  {notStated.map((name) => factOf(name).label).join(", ")}
                </td>
              </tr>
            )}
          </RowGroup>
        ))}
        <RowGroup title="About these facts" columns={sites.length}>
          <SourceRows sites={sites} />
        </RowGroup>
      </table>
    </div>
  );
}

/** Of how the sites replace the other products that they share, nothing is stated. */
function shownProducts(sites: Compared[]) {
  const ofAll = productOfAll(sites);
  return sharedProducts(sites).filter(({ slug }) => slug === ofAll?.slug || hasStatedPair(slug, sites));
}
