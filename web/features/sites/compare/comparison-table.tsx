import { Link } from "react-router";
import { sharedProducts } from "#schema/sites/comparisons.ts";
import { STANDING_LABELS } from "#schema/sites/life.ts";
import { factOf } from "#schema/facts/facts.ts";
import type { ComparePage } from "#schema/pages/pages.ts";
import { sitePath } from "#schema/pages/paths.ts";
import { useToday } from "../../../browser/today.ts";
import { Logo } from "../logo/logo.tsx";
import { AboutRows, ActionsRow, ShortRow } from "./about-rows.tsx";
import { RowGroup } from "./comparison-row.tsx";
import { FactRow, FactRows } from "./fact-rows.tsx";
import { type Column, sortFacts } from "./fact-differences.ts";
import { ChoiceRow, hasStatedPair, MovedRow, ProductRows } from "./product-rows.tsx";

type Props = Pick<ComparePage, "sites" | "product" | "leaves" | "choices" | "products" | "moved">;

/** On phones, the name of each row stands above its cells. */
export function ComparisonTable({ sites, product, leaves, choices, products, moved }: Props) {
  const columns: Column[] = leaves ? [{ ...leaves, isLeft: true }, ...sites] : sites;
  const facts = sortFacts(columns, useToday());
  const chosenFor = choices && product?.slug;
  const shared = sharedProducts(sites).filter(({ slug }) => slug === product?.slug || hasStatedPair(slug, sites));
  const asked = product?.slug ?? shared[0]?.slug;
  const groupOf = ({ slug, name }: { slug: string; name: string }) => (
    <RowGroup key={slug} title={`Instead of ${name}`} columns={columns}>
      {choices && slug === chosenFor && <ChoiceRow choices={choices} columns={columns} />}
      {product?.slug === slug && <MovedRow product={product} moved={moved} columns={columns} />}
      <ProductRows product={slug} columns={columns} />
    </RowGroup>
  );
  return (
    <table className="comparison-table" aria-label="Comparison" data-columns={sites.length}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Fact</span>
          </th>
          {columns.map((column) => (
            <Head key={column.slug} {...column} />
          ))}
        </tr>
      </thead>
      <tbody>
        <ShortRow columns={columns} />
      </tbody>
      {shared.filter(({ slug }) => slug === asked).map(groupOf)}
      <FactRows facts={facts} columns={columns} products={products} />
      {shared.filter(({ slug }) => slug !== asked).map(groupOf)}
      {facts.unknown.length > 0 && (
        <tbody>
          <tr>
            <th scope="row">
              <span>Not stated for any</span>
            </th>
            <td className="not-stated" colSpan={columns.length}>
              {facts.unknown.map((name) => factOf(name).label).join(", ")}
            </td>
          </tr>
        </tbody>
      )}
      <RowGroup title="More facts and links" columns={columns}>
        <AboutRows columns={columns} />
        {facts.aside.map((name) => (
          <FactRow key={name} name={name} columns={columns} products={products} />
        ))}
        <ActionsRow columns={columns} />
      </RowGroup>
    </table>
  );
}

const Head = ({ id, slug, name, link, logo, standing, isLeft }: Column) => (
  <th scope="col" className={isLeft ? "is-left" : undefined} data-card={isLeft ? undefined : id}>
    <Link className="comparison-name" viewTransition to={sitePath(slug)}>
      <Logo name={name} link={link} logo={logo} size={24} />
      <span>
        {isLeft && <small>You leave </small>}
        {name}
        {standing !== "open" && <small> {STANDING_LABELS[standing]}</small>}
      </span>
    </Link>
  </th>
);
