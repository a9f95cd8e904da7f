import { factText } from "#schema/facts/fact-texts.ts";
import { type Facts, PERIODS, type Price } from "#schema/facts/facts.ts";
import { homePath, sitePath } from "#schema/pages/paths.ts";
import type { DirectoryConfig, SiteDetailPage } from "#schema/pages/pages.ts";
import { CATEGORY_LABELS, type CardSite } from "#schema/sites/sites.ts";

// Structured data for search engines (schema.org). Likes are not reviews, so there is no rating.

export const webSite = ({ name, origin }: DirectoryConfig) => ({ "@type": "WebSite", name, url: origin + homePath });

type Listed = { name: string; sites: CardSite[]; firstPosition: number };

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

type Compared = { name: string; sites: Omit<CardSite, "alternatives">[] };

export const comparedList = ({ name, sites }: Compared, origin: string) => ({
  "@type": "ItemList",
  name,
  numberOfItems: sites.length,
  itemListElement: sites.map((site, index) => ({
    "@type": "ListItem",
    position: index + 1,
    item: {
      "@type": "SoftwareApplication",
      name: site.name,
      description: site.description,
      applicationCategory: CATEGORY_LABELS[site.category],
      url: origin + sitePath(site.slug),
      ...statedOf(site.facts),
    },
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
  ...statedOf(site.facts),
});

const OPERATING_SYSTEMS: ReadonlySet<string> = new Set(["windows", "macos", "linux", "ios", "android"]);

/** What is not stated is left out. */
function statedOf(facts: Facts) {
  const systems = facts.platforms?.filter((platform) => OPERATING_SYSTEMS.has(platform)) ?? [];
  const licences = facts.licences?.filter((id) => id !== "Proprietary") ?? [];
  const offers = offersOf(facts);
  return {
    ...(offers.length > 0 && { offers }),
    ...(licences.length > 0 && { license: licences.map((id) => `https://spdx.org/licenses/${id}.html`) }),
    ...(systems.length > 0 && { operatingSystem: factText("platforms", systems) }),
    ...(facts.good_at && { featureList: facts.good_at }),
    ...(facts.source_code && { sameAs: facts.source_code }),
  };
}

/** A free offer has no currency, because none is stated. */
function offersOf({ pricing, free_plan, price_from: price }: Facts) {
  const isFree = pricing === "free" || pricing === "freemium" || free_plan;
  return [...(isFree ? [{ "@type": "Offer", price: "0" }] : []), ...(price ? [priceOffer(price)] : [])];
}

function priceOffer({ amount, currency, per }: Price) {
  const price = { price: amount, priceCurrency: currency };
  return {
    "@type": "Offer",
    ...price,
    priceSpecification: { "@type": "UnitPriceSpecification", ...price, unitText: PERIODS[per] },
  };
}

/** Search engines show `image`. */
function imagesOf({ logo, screenshots }: SiteDetailPage["site"], origin: string) {
  const [first] = screenshots;
  const image = logo ?? first?.url;
  return {
    ...(image && { image: origin + image }),
    ...(first && { screenshot: screenshots.map(({ url }) => origin + url) }),
  };
}
