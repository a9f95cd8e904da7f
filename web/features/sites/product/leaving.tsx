import { Link } from "react-router";
import type { ProductPage } from "#schema/pages/pages.ts";
import { productPath, withQuery } from "#schema/pages/paths.ts";
import type { MovingOut as MovingOutData, ProductGuide } from "#schema/sites/product-guide.ts";
import { DateText } from "../../../ui/date.tsx";
import { OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { countText } from "../../../ui/counts.ts";
import { faviconHost } from "../logo/logo.tsx";

export const hasReasons = ({ reasons, adds }: ProductGuide) => reasons.length > 0 || adds.length > 0;
const hasWayOut = ({ moving_out, counts }: ProductGuide) => moving_out !== null || counts.imports > 0;
export const hasLeaving = (guide: ProductGuide): boolean => hasReasons(guide) || hasWayOut(guide);

/** Why people leave the product, and how they get their data out. */
export function Leaving({ product, guide }: Pick<ProductPage, "product" | "guide">) {
  if (!hasLeaving(guide)) return null;
  return (
    <div id="leaving" className="leaving">
      {hasReasons(guide) && <Reasons product={product} guide={guide} />}
      {hasWayOut(guide) && (
        <section aria-labelledby="moving-title">
          <h2 id="moving-title">How to get your data out</h2>
          {guide.moving_out && <MovingOut name={product.name} moving={guide.moving_out} />}
          {guide.counts.imports > 0 && (
            <p>
              <Link
                className="touch-link"
                to={`${withQuery(productPath(product.slug), { imports_from: product.slug })}#results`}
              >
                Sites that import from {product.name}: {guide.counts.imports}
              </Link>
            </p>
          )}
        </section>
      )}
    </div>
  );
}

function Reasons({ product, guide: { reasons, adds } }: Pick<ProductPage, "product" | "guide">) {
  return (
    <section aria-labelledby="reasons-title">
      <h2 id="reasons-title">Why people leave {product.name}</h2>
      {reasons.length > 0 && (
        <ul className="reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {adds.length > 0 && (
        <>
          <h3>What alternatives add, as their owners state it</h3>
          <ul className="counted-reasons">
            {adds.map(({ text, count }) => (
              <li key={text}>
                {text} <span className="count">{countText(count, ["site", "sites"])}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function MovingOut({ name, moving: { formats, steps, link, changed_at } }: { name: string; moving: MovingOutData }) {
  return (
    <>
      {formats && (
        <p>
          {name} exports to {formats}.
        </p>
      )}
      {steps.length > 0 && (
        <ol className="steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <p className="meta">
        {link && (
          <OutboundLink className="out-link" link={link} campaign="export">
            {faviconHost(link) ?? link}
            <OutIcon />
          </OutboundLink>
        )}
        {changed_at && (
          <span>
            Changed on <DateText iso={changed_at} />
          </span>
        )}
      </p>
    </>
  );
}
