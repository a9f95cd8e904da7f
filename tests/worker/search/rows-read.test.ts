import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { MAX_SEARCH_HITS } from "#schema/sites/sites.ts";
import { connect } from "#worker/db/connection.ts";
import { listSites } from "#worker/features/sites/list/list.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";
import { findSuggestions } from "#worker/features/suggestions/suggest.ts";
import { suggestProducts } from "#worker/features/products/suggest.ts";
import { meter, MOST_ROWS } from "../../support/meter.ts";
import { NOW, request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

// D1 bills each row that a query reads. A question about a word that more sites have than a search counts reads as much
// as it can in any directory.

const vocabulary = new Vocabulary();
/** Few sites here vote on the link of a product, so suggestions read less than a search. */
const MOST_ROWS_OF_SUGGESTIONS = 3500;
const PER_PAGE = 6;
const PRODUCTS = 300;
/** As many as in the bench. Each costs about seven rows, in every list. */
const FEATURED = 40;

beforeEach(async () => {
  const many = Array.from({ length: MAX_SEARCH_HITS + 5 }, (_, index) => `Common ${index}`);
  const alternatives = Array.from({ length: PRODUCTS }, (_, index) => ({ name: `Common product ${index}` }));
  await insertSite({ alternatives });
  await insertSites(many, { description: "A common word", alternatives: alternatives.slice(0, 1) });
  await insertSites(
    Array.from({ length: FEATURED }, (_, index) => `Common place ${index}`),
    { description: "A common word", featuredUntil: NOW + 1 },
  );
});

test("a search and suggestions for a very common word read at most 6,000 rows", async () => {
  const counts = meter(env.DB);
  const db = connect(counts.d1);
  const search = (query: object) => () =>
    listSites(db, {
      now: NOW,
      q: "common",
      sort: null,
      page: 1,
      perPage: PER_PAGE,
      hasFeaturedPlaces: true,
      vocabulary,
      ...query,
    });
  const suggest = (text: string) => () =>
    findSuggestions(db, text, { now: NOW, readVocabulary: async () => vocabulary });
  const questions = {
    "a word": search({}),
    "one letter": search({ q: "c" }),
    "two words": search({ q: "common word" }),
    "a category": search({ category: "developer_tools" }),
    misspelt: search({ q: "commom" }),
    "the last page": search({ page: MAX_SEARCH_HITS / PER_PAGE }),
    "the oldest": search({ sort: "oldest", page: MAX_SEARCH_HITS / PER_PAGE }),
    "the most liked": search({ sort: "popular", page: MAX_SEARCH_HITS / PER_PAGE }),
    "four words": search({ q: "video with chat common word" }),
    "an alternative with a wish": search({ q: "alternative to common product 0 for teams" }),
    "suggestions of the search box": suggest("c"),
    "suggestions for two words": suggest("common word"),
    "suggestions for a question": suggest("common product 0 alternatives"),
    "suggestions for misspelt words": suggest("commom wrod"),
    "suggestions of products": () => suggestProducts(db, "common", NOW),
    "suggestions of products, a part of a word": () => suggestProducts(db, "ommon", NOW),
  };
  const costly: string[] = [];
  for (const [name, ask] of Object.entries(questions)) {
    counts.rowsRead = 0;
    await ask();
    const most = name.startsWith("suggestions") ? MOST_ROWS_OF_SUGGESTIONS : MOST_ROWS.search;
    if (counts.rowsRead === 0 || counts.rowsRead > most) costly.push(`${name}: ${counts.rowsRead}`);
  }
  expect(costly).toEqual([]);
});

test("a search that finds little reads little, however many products and sites there are", async () => {
  const counts = meter(env.DB);
  for (const q of ["zebra", "alternative to zebra", "kanban board", "spotify"]) {
    counts.rowsRead = 0;
    await listSites(connect(counts.d1), { now: NOW, q, sort: null, page: 1, perPage: PER_PAGE, vocabulary });
    expect(counts.rowsRead, q).toBeLessThan(100);
  }
});

test("indexing a site again reads as little in a large directory as in a small one", async () => {
  const counts = meter(env.DB);
  await counts.d1.prepare("INSERT INTO reindex_site (id) SELECT max(id) FROM sites").run();
  expect(counts.rowsRead).toBeLessThan(200);
});

test("suggestions find products that few sites name beside hundreds that many name", async () => {
  const alternatives = Array.from({ length: PRODUCTS }, (_, index) => ({ name: `Common product ${index}` }));
  await insertSite({ alternatives });
  await insertSite({ alternatives: [{ name: "Rarity", link: "https://zqx.example/" }] });
  const suggest = async (q: string) => {
    const response = await request(`/api/alternatives/?${new URLSearchParams({ q })}`);
    return ((await response.json()) as { results: { name: string }[] }).results.map(({ name }) => name);
  };
  for (const q of ["ra", "zq", "arit"]) expect([q, await suggest(q)]).toEqual([q, ["Rarity"]]);
  expect((await suggest("common"))[0]).toBe("Common product 0");
});
