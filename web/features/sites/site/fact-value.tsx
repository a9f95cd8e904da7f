import { Link } from "react-router";
import { factParts, pricingText, type ProductNames } from "#schema/facts/fact-texts.ts";
import { type FactName, type Facts, factOf } from "#schema/facts/facts.ts";
import { pageName } from "#schema/facts/source-name.ts";
import { productPath } from "#schema/pages/paths.ts";
import { Age } from "../../../ui/age.tsx";
import { formatCount } from "../../../ui/counts.ts";
import { OutboundLink } from "../../../ui/outbound-link.tsx";

type Props = { name: FactName; facts: Facts; products: ProductNames };

/** A stated value in words. Web addresses are links, and so are products that have a page. */
export function FactValue({ name, facts, products }: Props) {
  const value = facts[name]!;
  const { kind, group } = factOf(name);
  if (facts.pricing && name === "pricing") return pricingText(facts.pricing, facts.hosting);
  if (kind === "link")
    return (
      <OutboundLink className="touch-link" link={value as string} campaign="fact">
        {pageName(value as string)}
      </OutboundLink>
    );
  if (kind === "date") return <Age iso={value as string} />;
  if (name === "stars") return formatCount(value as number);
  const parts = factParts(name, value, products);
  if (group === "opinion")
    return (
      <ul>
        {parts.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    );
  if (kind !== "products") return parts.join(", ");
  return (value as string[]).map((slug, index) => (
    <span key={slug}>
      {index > 0 && ", "}
      {Object.hasOwn(products, slug) ? (
        <Link className="touch-link" to={productPath(slug)}>
          {parts[index]}
        </Link>
      ) : (
        parts[index]
      )}
    </span>
  ));
}
