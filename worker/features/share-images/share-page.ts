import { monogramOf } from "#web/features/sites/logo/monogram.ts";
import { countText } from "#web/ui/counts.ts";
import { shareImagePath, VERSUS } from "#schema/pages/paths.ts";
import { CATEGORY_LABELS, type Category } from "#schema/sites/sites.ts";
import { productOfAll } from "#schema/sites/comparisons.ts";
import { sha256 } from "../../http/signing.ts";
import type { ShareFacts } from "../../share/facts.ts";

/** Raise it when `worker/share/` draws the same facts in another way. */
const DESIGN = 1;

export const SHARE_KINDS = ["site", "product", "category", "post", "comparison"] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];

/** What the image of a page shows, and where the image is. */
export type SharePage = { kind: ShareKind; slug: string; facts: ShareFacts };

type Site = { slug: string; name: string; description: string; logo: string | null; alternatives: { name: string }[] };

const REPLACED_MAX = 3;
const listed = new Intl.ListFormat("en-GB");
const choice = new Intl.ListFormat("en-GB", { type: "disjunction" });

export const ofSite = ({ slug, name, description, logo, alternatives }: Site, directory: string): SharePage => ({
  kind: "site",
  slug,
  facts: {
    title: name,
    tagline: description,
    leaves:
      alternatives.length > 0
        ? `Instead of ${listed.format(alternatives.slice(0, REPLACED_MAX).map((product) => product.name))}`
        : "",
    tile: { ...monogramOf(name), isProduct: false },
    logo: logo ?? "",
    directory,
  },
});

export const ofProduct = (product: { slug: string; name: string; count: number }, directory: string): SharePage => ({
  kind: "product",
  slug: product.slug,
  facts: {
    title: `${countText(product.count, ["alternative", "alternatives"])} to ${product.name}`,
    tagline: "",
    leaves: `Instead of ${product.name}`,
    tile: { ...monogramOf(product.name), isProduct: true },
    logo: "",
    directory,
  },
});

export const ofCategory = (category: Category, count: number, directory: string): SharePage => ({
  kind: "category",
  slug: category,
  facts: {
    title: CATEGORY_LABELS[category],
    tagline: `${countText(count, ["site", "sites"])}, each with the products it can replace.`,
    leaves: "",
    tile: null,
    logo: "",
    directory,
  },
});

export const ofPost = ({ slug, title }: { slug: string; title: string }, directory: string): SharePage => ({
  kind: "post",
  slug,
  facts: { title, tagline: "", leaves: "", tile: null, logo: "", directory },
});

type Compared = { slug: string; name: string; alternatives: { slug: string; name: string }[] };

/** `sites` by slug. */
export function ofComparison(sites: Compared[], directory: string): SharePage {
  const product = productOfAll(sites);
  return {
    kind: "comparison",
    slug: sites.map(({ slug }) => slug).join(VERSUS),
    facts: {
      title: `${choice.format(sites.map(({ name }) => name))}?`,
      tagline: "Compared side by side, each fact with its source.",
      leaves: product ? `Instead of ${product.name}` : "",
      tile: null,
      logo: "",
      directory,
    },
  };
}

/** Not encoded. */
export const pathOf = ({ kind, slug, facts }: SharePage): string =>
  shareImagePath(kind, slug, sha256(JSON.stringify([DESIGN, facts])).slice(0, 16));

/** For the head of the page. */
export const shareImageOf = (page: SharePage): string => encodeURI(pathOf(page));
