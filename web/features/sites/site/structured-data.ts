import { homePath, sitePath } from "#schema/paths.ts";
import type { DirectoryConfig, SiteDetailPage } from "#schema/pages.ts";
import { CATEGORY_LABELS, type SiteSummary } from "#schema/sites.ts";

// Structured data for search engines (schema.org). Likes are not reviews, so there is no rating.

export const webSite = ({ name, origin }: DirectoryConfig) => ({
  "@type": "WebSite",
  name,
  url: origin + homePath,
  potentialAction: {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${origin}/?q={search_term_string}` },
    "query-input": "required name=search_term_string",
  },
});

type Listed = { name: string; sites: SiteSummary[]; firstPosition: number };

export const itemList = ({ name, sites, firstPosition }: Listed, origin: string) => ({
  "@type": "ItemList",
  name,
  itemListElement: sites.map((site, index) => ({
    "@type": "ListItem",
    position: firstPosition + index,
    name: site.name,
    url: origin + sitePath(site.slug),
  })),
});

export const softwareApplication = ({ site, description }: SiteDetailPage, origin: string) => ({
  "@type": "SoftwareApplication",
  name: site.name,
  description: site.description || description,
  applicationCategory: CATEGORY_LABELS[site.category],
  url: site.link,
  mainEntityOfPage: origin + sitePath(site.slug),
  datePublished: site.created_at,
  dateModified: site.updated_at,
  ...imagesOf(site, origin),
});

/** Search engines show `image`. */
function imagesOf({ logo, screenshots }: SiteDetailPage["site"], origin: string) {
  const [first] = screenshots;
  const image = logo ?? first?.url;
  return {
    ...(image && { image: origin + image }),
    ...(first && { screenshot: screenshots.map(({ url }) => origin + url) }),
  };
}
