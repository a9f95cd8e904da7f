// @module-tag long
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { COUNTRY_NAMES } from "#schema/values/countries.ts";
import { parseFilters } from "#schema/facts/filters.ts";
import { connect } from "#worker/db/connection.ts";
import { NEEDS } from "#worker/features/search/thesaurus.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";
import { WISHES } from "#worker/features/search/wishes.ts";
import { listStatement } from "#worker/features/sites/list/list.ts";
import type { ListRequest } from "#worker/features/sites/list/list-request.ts";
import { NOW } from "../support/app.ts";

// D1 refuses a query with more than 100 parameters or a text of more than 100 KB. Each parameter can have 2 MB
// (https://developers.cloudflare.com/d1/platform/limits/).
const MOST_PARAMETERS = 80;
const MOST_BYTES = 80_000;
const vocabulary = new Vocabulary();
const db = connect(env.DB);

/** As many values as a request can choose, and as long as they can be. */
const EVERY_FILTER = parseFilters(
  new URLSearchParams([
    ..."pricing=free pricing=paid free_plan=1 open_source=1 encrypted=1 api=1 hosting=cloud platform=web platform=cli"
      .split(" ")
      .map((pair) => pair.split("=")),
    ...Object.keys(COUNTRY_NAMES).map((code) => ["country", code]),
    ...["licence", "imports_from"].flatMap((filter) =>
      Array.from({ length: 30 }, (_, index) => [filter, `${index}`.padEnd(100, "é")]),
    ),
  ]),
).filters;

const LISTS: Record<string, Partial<ListRequest>> = {
  all: {},
  "a category": { category: "developer_tools" },
  "beside a site": { except: "zulip", columns: ["name", "description"] },
  "the alternatives to a product": { replaces: "slack" },
  newest: { sort: "newest", category: "finance" },
  "numbers beside filters": { hasFacets: true },
  "all filters, with the numbers beside them": { filters: EVERY_FILTER, hasFacets: true },
  "all filters, in the alternatives to a product": { filters: EVERY_FILTER, hasFacets: true, replaces: "slack" },
};

/** Texts of ten words, each a need, a wish or a product. */
const parts = [
  ...NEEDS.flatMap(({ terms, narrower = [], products }) => [...terms, ...narrower, ...products]),
  ...WISHES.flatMap(({ asked }) => asked),
];
const QUESTIONS = [
  "kde organizations questionnaire replace shooter lifetime eu chrome netherlands mobile",
  "debian notes decentralised europe webrtc with dcim portuguese canad italian",
  "austrian organizations uk MockFlow foss recruiting offline french privacy like",
  "free open source encrypted password manager for families android ios windows",
  "alternative to decentralised european open source notion for teams with encryption on linux",
  ...Array.from({ length: 400 }, (_, index) =>
    Array.from({ length: 5 }, (_step, at) => parts[(index * 37 + at * 977) % parts.length]!).join(" "),
  ),
];

test.each(Object.entries(LISTS))("no question makes a query too large: %s", (_, list) => {
  const request = { now: NOW, sort: null, page: 1, perPage: 6, hasFeaturedPlaces: true, vocabulary, ...list };
  const sizes = QUESTIONS.map((q) => {
    const { sql, params } = listStatement(db, { ...request, q }).getQuery();
    return { q, parameters: params.length, bytes: sql.length };
  });
  expect(sizes.filter(({ parameters }) => parameters > MOST_PARAMETERS)).toEqual([]);
  expect(sizes.filter(({ bytes }) => bytes > MOST_BYTES)).toEqual([]);
});
