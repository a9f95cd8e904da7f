import { Link } from "react-router";
import { sharedProducts } from "#schema/sites/comparisons.ts";
import { factOf } from "#schema/facts/facts.ts";
import type { ComparePage } from "#schema/pages/pages.ts";
import { sitePath } from "#schema/pages/paths.ts";
import { Logo } from "../logo/logo.tsx";
import { AboutRows, ActionsRow } from "./about-rows.tsx";
import { RowGroup, WideRow } from "./comparison-row.tsx";
import { FactRow, FactRows } from "./fact-rows.tsx";
import { type Compared, sortFacts } from "./fact-differences.ts";
import { hasStatedPair, ProductRows } from "./product-rows.tsx";

type Props = Pick<ComparePage, "sites" | "leaves" | "products">;

/** On phones, the name of each row stands above its cells. */
export function ComparisonTable({ sites, leaves, products }: Props) {
  const columns = leaves ? [leaves, ...sites] : sites;
  const facts = sortFacts(columns);
  return (
    <table className="comparison-table" aria-label="Comparison" data-columns={columns.length}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Fact</span>
          </th>
          {columns.map((column) => (
            <Head key={column.slug} column={column} isLeft={column === leaves} />
          ))}
        </tr>
      </thead>
      {sharedProducts(sites)
        .filter(({ slug }) => hasStatedPair(slug, sites))
        .map(({ slug, name }) => (
          <RowGroup key={slug} title={`Instead of ${name}`} columns={columns}>
            <ProductRows product={slug} columns={columns} sites={sites} />
          </RowGroup>
        ))}
      <FactRows facts={facts} columns={columns} products={products} />
      {facts.unknown.length > 0 && (
        <tbody>
          <WideRow label="Not stated for any" columns={columns}>
            <span className="not-stated">{facts.unknown.map((name) => factOf(name).label).join(", ")}</span>
          </WideRow>
        </tbody>
      )}
      <RowGroup title="Pictures and links" columns={columns}>
        <AboutRows columns={columns} />
        {facts.link.map((name) => (
          <FactRow key={name} name={name} columns={columns} products={products} />
        ))}
        <ActionsRow columns={columns} sites={sites} />
      </RowGroup>
    </table>
  );
}

const Head = ({ column: { slug, name, link, logo }, isLeft }: { column: Compared; isLeft: boolean }) => (
  <th scope="col" className={isLeft ? "is-left" : undefined}>
    <Link className="comparison-name" viewTransition to={sitePath(slug)}>
      <Logo name={name} link={link} logo={logo} size={24} />
      <span>
        {isLeft && <small>You leave </small>}
        {name}
      </span>
    </Link>
  </th>
);
