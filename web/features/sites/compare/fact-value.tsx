import { Link } from "react-router";
import { type FactName, type Facts, factOf } from "#schema/facts/facts.ts";
import { factParts, NOT_STATED, pricingText, type ProductNames } from "#schema/facts/fact-texts.ts";
import { pageName } from "#schema/facts/source-name.ts";
import { productPath } from "#schema/pages/paths.ts";
import { ownValue } from "#schema/values/records.ts";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import type { Compared } from "./fact-differences.ts";

type Props = { name: FactName; facts: Facts; products: ProductNames };

/** The value of a fact in a comparison. */
export function FactValue({ name, facts, products }: Props) {
  const value = facts[name];
  if (value === undefined) return <NotStated />;
  const { kind, group } = factOf(name);
  const parts = factParts(name, value, products);
  if (facts.pricing && name === "pricing") return pricingText(facts.pricing, facts.hosting);
  if (group === "opinion") return <Points points={parts} />;
  if (kind === "link")
    return (
      <OutboundLink className="touch-link" link={String(value)} campaign="comparison">
        {shortAddress(String(value))}
      </OutboundLink>
    );
  if (kind === "products")
    return (
      <ul className="comparison-products">
        {(value as string[]).map((slug) => {
          const product = ownValue(products, slug);
          return <li key={slug}>{product ? <LinkedProduct slug={slug} name={product} /> : slug}</li>;
        })}
      </ul>
    );
  return <span className={value === true ? "is-yes" : undefined}>{parts.join(", ")}</span>;
}

type SourcesProps = { name: FactName; columns: Compared[] };

/** The lists and pages that state a fact. What has none is stated by the owner. */
export const FactSources = ({ name, columns }: SourcesProps) =>
  [...new Set(columns.flatMap(({ fact_sources: sources }) => sources[name] ?? []))].map((source) => (
    <a key={source} className="comparison-source" href={source} rel="ugc nofollow noopener" target="_blank">
      {pageName(source)}
    </a>
  ));

const shortAddress = (address: string) => address.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

export const NotStated = () => <span className="not-stated">{NOT_STATED}</span>;

export const Points = ({ points }: { points: string[] }) => (
  <ul className="comparison-points">
    {points.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
);

export const LinkedProduct = ({ slug, name }: { slug: string; name: string }) => (
  <Link className="touch-link" viewTransition to={productPath(slug)}>
    {name}
  </Link>
);
