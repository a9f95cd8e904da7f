import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { sitePath } from "#schema/pages/paths.ts";
import { useConfig } from "../../../data/config.tsx";
import { ArticleBody } from "../../documents/article-body.tsx";
import { DiscoverSites } from "../list/discover-sites.tsx";
import { Gallery } from "../gallery/gallery.tsx";
import { AllFacts } from "./all-facts.tsx";
import { FactChanges } from "./fact-changes.tsx";
import { KeyFacts } from "./key-facts.tsx";
import { ListingFacts } from "./listing-facts.tsx";
import { ReplacedProducts } from "./replaced-products.tsx";
import { ShareLinks } from "./share-links.tsx";
import { SiteHeader } from "./site-header.tsx";
import { SiteRoute } from "./site-route.tsx";
import { SimilarSites } from "./similar-sites.tsx";
import { sponsorIn } from "../card/sponsor-card.tsx";

type Props = Omit<SiteDetailPage, "description" | "share_image"> & {
  path: string;
};

export function SiteView({ site, article, sponsors, discover, products, changes, similar, path }: Props) {
  const { origin } = useConfig();
  return (
    <>
      <SiteHeader site={site} />
      {site.alternatives.length > 0 && <SiteRoute site={site} />}
      <div className="with-aside site-columns">
        {site.screenshots.length > 0 && <Gallery name={site.name} screenshots={site.screenshots} />}
        <KeyFacts site={site} products={products} />
        <div>
          {article.blocks.length > 0 ? (
            <>
              <p className="from-owner">The owner of {site.name} wrote this article. We do not check it.</p>
              <ArticleBody
                article={article}
                linkRel={site.status === "featured" ? "sponsored nofollow noopener" : "ugc nofollow noopener"}
                ad={(slot) => sponsorIn(sponsors, slot)}
              />
            </>
          ) : (
            <p className="empty">No blog available for this site.</p>
          )}
          <AllFacts site={site} products={products} />
          <ReplacedProducts site={site} />
          <SimilarSites site={site} similar={similar} />
          <FactChanges changes={changes} products={products} />
        </div>
        <div className="asides">
          <ListingFacts site={site} />
          <ShareLinks url={origin + sitePath(site.slug)} title={site.title} />
          <DiscoverSites path={path} {...discover} />
        </div>
      </div>
    </>
  );
}
