import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { queryOf } from "../../http/query.ts";
import { vocabularyReader } from "../search/read-vocabulary.ts";
import { findSuggestions } from "./suggest.ts";

const MAX_TEXT_LENGTH = 100;

/** GET /api/suggestions/?q= */
export const suggestionRoutes = new Hono<AppEnv>({ strict: false }).get("/", publicCache("q"), async (c) => {
  const found = await findSuggestions(c.var.db, textOf(c), {
    now: c.var.ports.now(),
    readVocabulary: vocabularyReader(c),
  });
  return c.json<Answers["GET suggestions/"]>(found);
});

const textOf = (c: Context<AppEnv>) => (queryOf(c).get("q") ?? "").slice(0, MAX_TEXT_LENGTH);
