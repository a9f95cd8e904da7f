import { sql } from "drizzle-orm";
import type { CategoryCount } from "#schema/pages/pages.ts";
import { CATEGORY_LABELS, MAX_SUGGESTIONS, type SitePage } from "#schema/sites/sites.ts";
import type { Suggestions } from "#schema/search/suggestions.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { publicBlogsStatement, type SummaryRow } from "../blogs/queries.ts";
import { categoryCountsStatement, toCategoryCounts } from "../sites/read/category-counts.ts";
import { fold, nameKey } from "../../names/keys.ts";
import { isPast } from "../search/merit.ts";
import { isActive } from "../sites/rows/rows.ts";
import { shows } from "../../http/edge-scope.ts";
import { toProductLinks } from "../products/queries.ts";
import { suggestedProductsStatement } from "../products/suggest.ts";
import { siteNameSearch } from "#schema/search/derived-tables.ts";
import { nameMatches } from "../search/match.ts";
import { MIN_WORD_LENGTH } from "../search/known-words.ts";
import { type Question, readQuestion } from "../search/question.ts";
import type { ReadVocabulary } from "../search/read-vocabulary.ts";
import { wordsOf } from "../search/words.ts";
import { listSites } from "../sites/list/list.ts";
import type { ListRequest } from "../sites/list/list-request.ts";

const MAX_CATEGORIES = 2;
const MAX_ARTICLES = 2;
/** A list that shows so few does not need all hits of a common word. */
const MAX_HITS = 60;
/** Articles are few. Of more, only the newest are searched. */
const SEARCHED_POSTS = 50;

/**
 * Finds the products, sites, categories and articles that a search box suggests for a text: those with the text in their
 * name, and then what the search answers if the text is a question or no name has it.
 */
export async function findSuggestions(
  db: Db,
  text: string,
  { now, readVocabulary }: { now: number; readVocabulary: ReadVocabulary },
): Promise<Suggestions> {
  const vocabulary = await readVocabulary(text);
  const request: ListRequest = {
    q: text,
    now,
    sort: null,
    page: 1,
    perPage: MAX_SUGGESTIONS,
    vocabulary,
    maxHits: MAX_HITS,
  };
  const isQuestion = vocabulary !== undefined && isNeedOrSentence(readQuestion(text, vocabulary));
  const [asked, [productsByName, sitesByName, counterRows, posts]] = await Promise.all([
    isQuestion ? listSites(db, request) : undefined,
    db.batch([
      suggestedProductsStatement(db, text),
      suggestedSitesStatement(db, text),
      categoryCountsStatement(db),
      publicBlogsStatement(db, { now, page: 1, perPage: SEARCHED_POSTS }),
    ]),
  ]);
  const categories = matchingCategories(toCategoryCounts(counterRows), text);
  const articles = matchingArticles(posts, text);
  const isUnknown = [productsByName, sitesByName, categories, articles].every((found) => found.length === 0);
  const answer = asked ?? (isUnknown && text.length >= MIN_WORD_LENGTH ? await listSites(db, request) : undefined);
  const foundProducts = unique([answer?.understood?.product ?? [], toProductLinks(productsByName)].flat());
  const foundSites = unique([...sitesByName, ...exactSites(answer)]);
  // Of the places that these leave, products get half, or more if there are few sites. Sites get the others.
  const rest = MAX_SUGGESTIONS - categories.length - articles.length;
  const products = foundProducts.slice(0, Math.max(Math.ceil(rest / 2), rest - foundSites.length));
  shows("list", ...foundSites.map(({ slug }) => `site:${slug}` as const));
  return {
    products: products.map(({ name, slug, count }) => ({ name, slug, count })),
    sites: foundSites.slice(0, rest - products.length).map(({ name, slug, link }) => ({ name, slug, link })),
    categories,
    articles,
  };
}

/** One word is probably the beginning of a name, unless it is a need: "crm". An address is none. */
const isNeedOrSentence = ({ address, words, units }: Question) =>
  address !== undefined || words.length > 1 || units.some(({ isNeed }) => isNeed);

const exactSites = (answer: SitePage | undefined) =>
  answer ? answer.results.slice(0, answer.exact_count ?? answer.results.length) : [];

const unique = <T extends { slug: string }>(found: T[]): T[] =>
  found.filter(({ slug }, at) => found.findIndex((other) => other.slug === slug) === at);

const suggestedSite = { name: sites.name, slug: sites.slug, link: sites.link };

/**
 * Selects active sites in tiers: the name equals the text, begins with it, or has all its words. Newer sites come
 * first in a tier, but which of more than MAX_SUGGESTIONS equal names are found is not defined.
 */
function suggestedSitesStatement(db: Db, text: string) {
  const words = wordsOf(text);
  if (words.length === 0)
    return queryRows(db, suggestedSite, (columns) => sql`SELECT ${columns} FROM ${sites} WHERE false`);
  const equalNames = sql`
    SELECT * FROM (
      SELECT ${sites.id} AS id, 1 AS tier FROM ${sites} WHERE ${sites.nameKey} = ${nameKey(text)} LIMIT ${MAX_SUGGESTIONS}
    )`;
  const similarNames = nameMatches(words).map(
    (match, index) => sql`
    SELECT * FROM (
      SELECT ${siteNameSearch.id} AS id, ${index + 2} AS tier FROM ${siteNameSearch}
      WHERE ${siteNameSearch} MATCH ${match} ORDER BY ${siteNameSearch.id} DESC LIMIT ${MAX_SUGGESTIONS}
    )`,
  );
  return queryRows(
    db,
    suggestedSite,
    (columns) => sql`
    WITH hits AS (${sql.join([equalNames, ...similarNames], sql` UNION ALL `)})
    SELECT ${columns} FROM (SELECT id, min(tier) AS tier FROM hits GROUP BY id) AS found JOIN ${sites} ON ${sites.id} = found.id
    WHERE ${isActive} ORDER BY found.tier, ${isPast}, found.id DESC LIMIT ${MAX_SUGGESTIONS}`,
  );
}

/** Returns articles whose title has words that begin with the typed ones, the newest first. */
function matchingArticles(posts: SummaryRow[], text: string): Suggestions["articles"] {
  const words = wordsOf(text);
  const found = posts.filter(({ title }) => {
    const inTitle = wordsOf(title);
    return words.length > 0 && words.every((word) => inTitle.some((known) => known.startsWith(word)));
  });
  shows("posts");
  return found.slice(0, MAX_ARTICLES).map(({ title, slug }) => ({ title, slug }));
}

/** Returns categories with a word in their label that begins with the text. Those with the most sites come first. */
function matchingCategories(counts: CategoryCount[], text: string): CategoryCount[] {
  const typed = fold(text);
  if (typed === "") return [];
  return counts
    .filter(({ category }) => ` ${fold(CATEGORY_LABELS[category])}`.includes(` ${typed}`))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_CATEGORIES);
}
