import { use } from "react";
import { Link } from "react-router";
import { sitePath } from "#schema/pages/paths.ts";
import type { CardSite } from "#schema/sites/sites.ts";
import { CategoryLink } from "../logo/category-link.tsx";
import { CompareChoice } from "./compare-choice.tsx";
import { CardScreenshot } from "./card-screenshot.tsx";
import { Evidence } from "./evidence.tsx";
import { FactChips } from "./fact-chips.tsx";
import { Logo } from "../logo/logo.tsx";
import { PairLine, ReplacedProduct } from "./pair-line.tsx";
import { ReplacedChips } from "./replaced-chips.tsx";
import { ShownListContext } from "./shown-list.ts";
import { Marked } from "./marked.tsx";
import { LikeButton } from "./like-button.tsx";

export function SiteCard({ site }: { site: CardSite }) {
  const isFeatured = site.status === "featured";
  const isOfProduct = use(ReplacedProduct) !== null;
  const { hasPictures, isOfCategory } = use(ShownListContext);
  return (
    <article className={isFeatured ? "card site-card site-card-featured" : "card site-card"} data-card={site.id}>
      {hasPictures && <CardScreenshot site={site} />}
      <header>
        <Logo name={site.name} link={site.link} logo={site.logo} />
        <h3>
          <Link className="card-link" viewTransition to={sitePath(site.slug)}>
            <Marked text={site.name} />
          </Link>
        </h3>
        {isFeatured && <span className="badge">FEATURED</span>}
      </header>
      {site.description && (
        <p className="site-card-description">
          <Marked text={site.description} />
        </p>
      )}
      <FactChips facts={site.facts} />
      <PairLine site={site} />
      {!isOfProduct && site.alternatives.length > 0 && <ReplacedChips alternatives={site.alternatives} />}
      <div className="site-card-end">
        <Evidence site={site} />
        <footer>
          {!isOfProduct && !isOfCategory && <CategoryLink category={site.category} />}
          <CompareChoice site={site} />
          <LikeButton site={site} isSmall />
        </footer>
      </div>
    </article>
  );
}
