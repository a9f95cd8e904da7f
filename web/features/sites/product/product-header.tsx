import { Link } from "react-router";
import type { ProductPage } from "#schema/pages/pages.ts";
import { sitePath } from "#schema/pages/paths.ts";
import { OutIcon } from "../../../ui/icons.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { FactChips } from "../card/fact-chips.tsx";
import { faviconHost, Logo } from "../logo/logo.tsx";
import { figuresText } from "../moved/moved-texts.ts";
import { MoveButton } from "../moved/move-button.tsx";
import { combinedLead } from "../filters/combined-lead.ts";
import { combinationOfQuery } from "../filters/list-href.ts";
import { hasLeaving, hasReasons } from "./leaving.tsx";
import { asSentence, countsText, pageTitleOf } from "./product-texts.ts";

export function ProductHeader({ data }: { data: ProductPage }) {
  const { product, guide, query, sites } = data;
  const combination = combinationOfQuery(query);
  const counts = countsText(data);
  return (
    <header className="page-header mast product-header">
      <Logo name={product.name} link={product.link} size={72} isProduct />
      <div>
        <h1>{pageTitleOf(data)}</h1>
        <p className="lead">
          {combination
            ? combinedLead(combination, sites, product.count, [
                `alternative to ${product.name}`,
                `alternatives to ${product.name}`,
              ])
            : counts
              ? `${counts}.`
              : `Sites that are listed as alternatives to ${product.name}.`}
        </p>
        <div className="meta">
          {hasLeaving(guide) && (
            <a className="touch-link" href="#leaving">
              {hasReasons(guide) ? "Why people leave" : "How to get your data out"}
            </a>
          )}
          <MoveButton product={product.slug} />
          <details>
            <summary>About this list</summary>
            <About {...guide} />
            {guide.listing && <FactChips facts={guide.listing.facts} />}
            <p>
              {`${orderText(data)}FEATURED sites pay for the row above the list. Payment does not change the order.`}
            </p>
            <p className="meta">
              <OutboundLink className="out-link" link={product.link} campaign="product">
                {faviconHost(product.link) ?? product.name}
                <OutIcon />
              </OutboundLink>
              {guide.listing && (
                <Link className="touch-link" to={sitePath(guide.listing.slug)}>
                  Its listing
                </Link>
              )}
            </p>
          </details>
        </div>
      </div>
    </header>
  );
}

/** By staff, or else by the owner of the product's own listing. */
function About({ about, listing }: ProductPage["guide"]) {
  const text = about || listing?.description;
  return text && <p className="about">{asSentence(text)}</p>;
}

/** How the default order is made (`fitOrder` in worker/features/sites/list/browse.ts). */
function orderText({ product, moved, query: { q, sort } }: ProductPage): string {
  if (q || (sort !== null && sort !== "fit")) return "";
  const byMoves = moved.pairs.some(figuresText) ? "how moves went, then by " : "";
  return `Best fit first: the sites that replace most of ${product.name}, then those that import from it, then those of a usual category, then by ${byMoves}stars, recent commits and known facts. Closed and archived projects stand last. `;
}
