import type { SiteDetailPage } from "#schema/pages.ts";
import { ArticleBody } from "../../documents/article-body.tsx";
import { DiscoverSites } from "../discover/discover-sites.tsx";
import { ReplacedProducts } from "./replaced-products.tsx";
import { SiteHeader } from "./site-header.tsx";
import { sponsorIn } from "../card/sponsor-card.tsx";

type Props = Omit<SiteDetailPage, "description"> & {
  path: string;
};

export function SiteView({ site, article, sponsors, discover, path }: Props) {
  return (
    <>
      <SiteHeader site={site} />
      <div className="with-aside">
        <div>
          {article.blocks.length > 0 ? (
            <ArticleBody
              article={article}
              linkRel={site.status === "featured" ? "sponsored nofollow noopener" : "ugc nofollow noopener"}
              ad={(slot) => sponsorIn(sponsors, slot)}
            />
          ) : (
            <p className="empty">No blog available for this site.</p>
          )}
          <ReplacedProducts site={site} />
        </div>
        <DiscoverSites path={path} {...discover} />
      </div>
    </>
  );
}
