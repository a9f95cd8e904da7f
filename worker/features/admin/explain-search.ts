import { Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { type ExplainedSearch, MAX_EXPLAINED_SITES } from "#schema/search/explained.ts";
import type { AppEnv } from "../../env.ts";
import { requireListQuery } from "../../http/query.ts";
import { type RuleName, RULES } from "../search/points.ts";
import { vocabularyReader } from "../search/read-vocabulary.ts";
import { requireStaff } from "../sessions/guards.ts";
import { type Answer, fullAnswer } from "../sites/list/search.ts";

const MAX_TERMS = 10;

const NOTHING: ExplainedSearch = { product: null, needed: [], wishes: [], product_needs: [], sites: [] };

/** GET /api/admin/search/?q=: why each site is in the list that a visitor gets for `q`. */
export const explainSearchRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireStaff, async (c) => {
  const { q } = requireListQuery(c);
  const vocabulary = await vocabularyReader(c)(q);
  const request = { q, vocabulary, sort: null, page: 1, perPage: MAX_EXPLAINED_SITES, now: c.var.ports.now() };
  return c.json<Answers["GET admin/search/"]>(vocabulary ? explain(await fullAnswer(c.var.db, request)) : NOTHING);
});

const explain = ({ question, product, hits }: Answer): ExplainedSearch => ({
  product: question.product && {
    name: product?.name ?? question.product.words.join(" "),
    is_asked: question.product.isAsked,
    is_found: product !== null,
  },
  needed: question.units.map(({ words, terms, isNeed }) => ({
    words: words.join(" "),
    same: firstTerms(terms),
    is_need: isNeed,
  })),
  wishes: question.wishes.map(({ label }) => label),
  product_needs: firstTerms(question.needs),
  sites: hits.slice(0, MAX_EXPLAINED_SITES).map(({ site: { name, slug }, isExact, sum, points }, index) => ({
    place: index + 1,
    name,
    slug,
    is_exact: isExact,
    sum: Math.round(sum),
    rules: (Object.entries(points) as [RuleName, number][]).map(([rule, given]) => ({
      rule,
      says: RULES[rule].says,
      points: Math.round(given),
    })),
  })),
});

const firstTerms = (terms: string[][]) => terms.slice(0, MAX_TERMS).map((words) => words.join(" "));
