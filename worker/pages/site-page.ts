import { eq } from "drizzle-orm";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { disagreements } from "#schema/facts/disagreements.ts";
import { factText, pricingText, type ProductNames } from "#schema/facts/fact-texts.ts";
import { type FactName, factOf, type Facts, KEY_FACTS } from "#schema/facts/facts.ts";
import { SIDEBAR_PER_PAGE } from "#schema/sites/sites.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../db/connection.ts";
import { metaDescription, toArticle } from "../features/documents/article.ts";
import { listSites } from "../features/sites/list/list.ts";
import type { ListRequest } from "../features/sites/list/list-request.ts";
import {
  ARTICLE_PLACES,
  selectFeaturedIdsRelatedToSite,
  featuredPlacesStatement,
} from "../features/sites/read/featured-places.ts";
import { ofSite, shareImageOf } from "../features/share-images/share-page.ts";
import { deletedSlugStatement, requireSite, siteStatement } from "../features/sites/read/queries.ts";
import { factChangesStatement, toFactChanges } from "../features/sites/read/fact-changes.ts";
import { similarSitesStatement } from "../features/sites/read/similar-sites.ts";
import { toSite } from "../features/sites/rows/rows.ts";
import { importedProductsStatement, toProductLinks } from "../features/products/queries.ts";
import type { Vocabulary } from "../features/search/vocabulary.ts";
import { movedStatements, readTeam, toMoved } from "../features/switches/figures.ts";
import { forCard, forCards, forPlace } from "../features/sites/list/for-cards.ts";
import { listQueryFrom, requirePageInRange } from "./list-params.ts";

type Options = { now: number; directory: string; vocabulary: Vocabulary | undefined; imageUrl(url: string): string };

export async function findSitePage(
  db: Db,
  slug: string,
  params: URLSearchParams,
  options: Options,
): Promise<SiteDetailPage> {
  const { now, directory, vocabulary, imageUrl } = options;
  const query = { ...listQueryFrom(params), filters: {} };
  const team = readTeam(params.get("team"));
  const request: ListRequest = {
    ...query,
    category: null,
    now,
    vocabulary,
    perPage: SIDEBAR_PER_PAGE,
    except: slug,
    columns: ["name", "description"],
  };
  const [discovered, [rows, deleted, sponsors, imported, changed, similar, ...moved]] = await Promise.all([
    listSites(db, request),
    db.batch([
      siteStatement(db, slug),
      deletedSlugStatement(db, slug),
      featuredPlacesStatement(db, selectFeaturedIdsRelatedToSite(slug, now), { now, placeCount: ARTICLE_PLACES }),
      importedProductsStatement(db, slug),
      factChangesStatement(db, slug),
      similarSitesStatement(db, slug),
      ...movedStatements(db, eq(sites.slug, slug), team),
    ]),
  ]);
  const row = requireSite(rows, deleted);
  toProductLinks([...row.alternatives, ...imported]);
  const products = Object.fromEntries(imported.map(({ stated, name }) => [stated, name]));
  const article = toArticle(row.content ?? "", { imageUrl });
  return {
    site: {
      ...toSite(row, now),
      title: row.name,
      alternatives: row.alternatives,
      screenshots: row.screenshots,
      interactions: { likes: row.likeCount, comments: row.answerCount },
    },
    article,
    description: metaDescription(article) || withKeyFacts(row, products),
    share_image: shareImageOf(ofSite(row, directory)),
    sponsors: sponsors.map((sponsor) => forPlace(toSite(sponsor, now))),
    discover: { query, sites: requirePageInRange(forCards(discovered, query)) },
    products,
    disagreements: disagreements(row.facts, row.fact_sources),
    changes: toFactChanges(changed),
    moved: toMoved(moved, team),
    similar: similar.map((site) => forCard(toSite(site, now))),
  };
}

const NAMED_FACTS = 3;

/** The meta description of a site whose article has no paragraph. */
function withKeyFacts({ description, facts }: { description: string; facts: Facts }, products: ProductNames): string {
  const stated = KEY_FACTS.filter((name) => facts[name] !== undefined).slice(0, NAMED_FACTS);
  const textOf = (name: FactName) =>
    name === "pricing" ? pricingText(facts.pricing!, facts.hosting) : factText(name, facts[name]!, products);
  const texts = stated.map((name) => `${factOf(name).label}: ${textOf(name)}`);
  return [description, texts.join("; ")].filter(Boolean).join(" – ");
}
