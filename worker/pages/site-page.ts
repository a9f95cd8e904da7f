import type { SiteDetailPage } from "#schema/pages.ts";
import { SIDEBAR_PER_PAGE } from "#schema/sites.ts";
import type { Db } from "../db/connection.ts";
import { metaDescription, toArticle } from "../features/documents/article.ts";
import { finishList, type ListRequest, listStatement } from "../features/sites/list.ts";
import {
  ARTICLE_PLACES,
  selectFeaturedIdsRelatedToSite,
  featuredPlacesStatement,
} from "../features/sites/featured-places.ts";
import { ofSite, shareImageOf } from "../features/share-images/share-page.ts";
import {
  alternativesStatement,
  deletedSlugStatement,
  requireSite,
  siteStatement,
  toAlternative,
} from "../features/sites/queries.ts";
import { toSite } from "../features/sites/rows.ts";
import { toProductLinks } from "../features/targets/queries.ts";
import type { ReadVocabulary } from "../features/search/read-vocabulary.ts";
import { listQueryFrom, requirePageInRange } from "./list-params.ts";

type Options = { now: number; directory: string; readVocabulary: ReadVocabulary; imageUrl(url: string): string };

export async function findSitePage(
  db: Db,
  slug: string,
  params: URLSearchParams,
  options: Options,
): Promise<SiteDetailPage> {
  const { now, directory, readVocabulary, imageUrl } = options;
  const query = listQueryFrom(params);
  const request: ListRequest = {
    ...query,
    category: null,
    now,
    vocabulary: await readVocabulary(query.q),
    perPage: SIDEBAR_PER_PAGE,
    except: slug,
    columns: ["name", "description"],
  };
  const [rows, alternatives, deleted, sponsors, discovered] = await db.batch([
    siteStatement(db, slug),
    alternativesStatement(db, slug),
    deletedSlugStatement(db, slug),
    featuredPlacesStatement(db, selectFeaturedIdsRelatedToSite(slug, now), { now, placeCount: ARTICLE_PLACES }),
    listStatement(db, request),
  ]);
  const row = requireSite(rows, deleted);
  toProductLinks(alternatives);
  const article = toArticle(row.content ?? "", { imageUrl });
  return {
    site: {
      ...toSite(row, now),
      title: row.name,
      alternatives: alternatives.map(toAlternative),
      screenshots: row.screenshots,
      interactions: { likes: row.likeCount, comments: 0 },
    },
    article,
    description: metaDescription(article) || row.description,
    share_image: shareImageOf(ofSite({ ...row, alternatives }, directory)),
    sponsors: sponsors.map((sponsor) => toSite(sponsor, now)),
    discover: { query, sites: requirePageInRange(await finishList(db, request, discovered)) },
  };
}
