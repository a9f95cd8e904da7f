import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { hostOf } from "#schema/values/links.ts";
import { productPath, sitePath } from "#schema/pages/paths.ts";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { queryOf } from "../../http/query.ts";
import { vocabularyReader } from "../search/read-vocabulary.ts";
import { findSuggestions } from "./suggest.ts";

const MAX_TEXT_LENGTH = 100;

/** GET /api/suggestions/?q= */
export const suggestionRoutes = new Hono<AppEnv>({ strict: false })
  .get("/", publicCache("q"), async (c) => c.json<Answers["GET suggestions/"]>(await suggestionsFor(c, textOf(c))))

  // For the address bar of browsers (worker/pages/open-search.ts): the text, completions, descriptions and links.
  .get("/browser", publicCache("q"), async (c) => {
    const text = textOf(c);
    const { products, sites } = await suggestionsFor(c, text);
    const linkTo = (path: string) => new URL(path, c.var.config.origin).href;
    const entries = [
      ...products.map(({ name, slug, count }) => [
        name,
        `${count} ${count === 1 ? "alternative" : "alternatives"}`,
        linkTo(productPath(slug)),
      ]),
      ...sites.map(({ name, slug, link }) => [name, hostOf(link), linkTo(sitePath(slug))]),
    ];
    const column = (at: number) => entries.map((entry) => entry[at]);
    return c.json([text, column(0), column(1), column(2)], 200, { "Content-Type": "application/x-suggestions+json" });
  });

const suggestionsFor = async (c: Context<AppEnv>, text: string) =>
  findSuggestions(c.var.db, text, { now: c.var.ports.now(), readVocabulary: vocabularyReader(c) });

const textOf = (c: Context<AppEnv>) => (queryOf(c).get("q") ?? "").slice(0, MAX_TEXT_LENGTH);
