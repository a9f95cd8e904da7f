import { Link } from "react-router";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { categoryPath, ownershipPath, productPath, reportPath, sitePath } from "#schema/pages/paths.ts";
import { CATEGORY_LABELS } from "#schema/sites/sites.ts";
import { useConfig } from "../../../data/config.tsx";
import { ArticleBody } from "../../documents/article-body.tsx";
import { DiscoverSites } from "../list/discover-sites.tsx";
import { Gallery } from "../gallery/gallery.tsx";
import { Moved } from "../moved/moved.tsx";
import { SayHow } from "../moved/say-how.tsx";
import { FirstFacts, KeyFacts } from "./key-facts.tsx";
import { ReplacedProducts } from "./replaced-products.tsx";
import { ShareLinks } from "./share-links.tsx";
import { SiteHeader } from "./site-header.tsx";
import { SiteRoute } from "./site-route.tsx";
import { SimilarSites } from "./similar-sites.tsx";
import { sponsorIn } from "../card/sponsor-card.tsx";

type Props = Omit<SiteDetailPage, "description" | "share_image"> & {
  path: string;
};

export function SiteView(props: Props) {
  const { site, article, sponsors, discover, similar, moved, path } = props;
  const { origin } = useConfig();
  const hasArticle = article.blocks.length > 0;
  const isClosed = site.standing === "closed";
  // People leave it, too.
  const product = props.products[site.slug];
  return (
    <>
      <SiteHeader site={site} />
      {isClosed && (
        <>
          <SimilarSites site={site} similar={similar} />
          {similar.length === 0 && (
            <Link className="best-answer" to={categoryPath(site.category)}>
              Other sites in {CATEGORY_LABELS[site.category]}
            </Link>
          )}
        </>
      )}
      <FirstFacts {...props} />
      {site.alternatives.length > 0 && <SiteRoute site={site} />}
      <Moved moved={moved} siteId={site.id} />
      {product && (
        <Link className="best-answer" to={productPath(site.slug)}>
          Alternatives to {product}
        </Link>
      )}
      <div className={hasArticle ? "with-aside site-columns" : "with-aside site-columns no-article"}>
        {site.screenshots.length > 0 && <Gallery name={site.name} screenshots={site.screenshots} />}
        <KeyFacts {...props} hasArticle={hasArticle} />
        <div>
          {hasArticle && (
            <>
              <p className="from-owner">The owner of {site.name} wrote this article. We do not check it.</p>
              <ArticleBody
                article={article}
                linkRel={site.status === "featured" ? "sponsored nofollow noopener" : "ugc nofollow noopener"}
                ad={(slot) => sponsorIn(sponsors, slot)}
              />
            </>
          )}
          <ReplacedProducts site={site} />
          {site.alternatives.length > 0 && (
            <p className="meta section">
              {site.alternatives.map((one) => (
                <SayHow key={one.id} product={one} site={site} />
              ))}
            </p>
          )}
          {!isClosed && <SimilarSites site={site} similar={similar} />}
          {site.alternatives.length === 0 && !product && <p className="missing">No alternatives found</p>}
          {!hasArticle && <p className="missing">No blog available for this site.</p>}
        </div>
        <div className="asides">
          <Link className="touch-link" to={ownershipPath(site.id)}>
            Is this yours?
          </Link>
          <ShareLinks url={origin + sitePath(site.slug)} title={site.title} />
          <Link className="touch-link feed-link" to={reportPath("sites", site.id)} rel="nofollow">
            Report or suggest a change
          </Link>
          <DiscoverSites path={path} category={site.category} {...discover} />
        </div>
      </div>
    </>
  );
}
