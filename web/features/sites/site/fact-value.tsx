import { Link } from "react-router";
import { factParts, type ProductNames } from "#schema/facts/fact-texts.ts";
import { type FactName, type Facts, factOf } from "#schema/facts/facts.ts";
import { productPath } from "#schema/pages/paths.ts";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { addressText } from "./address-text.ts";

type Props<F extends FactName> = { name: F; value: NonNullable<Facts[F]>; products: ProductNames };

/** A value in words. Web addresses are links, and so are products that have a page. */
export function FactValue<F extends FactName>({ name, value, products }: Props<F>) {
  if (factOf(name).kind === "link")
    return (
      <OutboundLink className="touch-link" link={value as string} campaign="fact">
        {addressText(value as string)}
      </OutboundLink>
    );
  const parts = factParts(name, value, products);
  if (factOf(name).kind !== "products") return parts.join(", ");
  return (value as string[]).map((slug, index) => (
    <span key={slug}>
      {index > 0 && ", "}
      {slug in products ? (
        <Link className="touch-link" to={productPath(slug)}>
          {parts[index]}
        </Link>
      ) : (
        parts[index]
      )}
    </span>
  ));
}
