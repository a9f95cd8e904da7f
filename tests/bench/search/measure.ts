import { sql } from "drizzle-orm";
import { MAX_SEARCH_HITS, SITES_PER_PAGE } from "#schema/sites.ts";
import { sites } from "#schema/tables/sites.ts";
import { connect, type Db } from "#worker/db/connection.ts";
import { queryRows } from "#worker/db/raw.ts";
import { ALL_TEXTS, expressionsOf } from "#worker/features/search/match.ts";
import { readQuestion } from "#worker/features/search/question.ts";
import { selectHits } from "#worker/features/search/rank.ts";
import { selectNearestWords } from "#worker/features/search/spelling.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";
import { listSites } from "#worker/features/sites/list.ts";
import { isActive } from "#worker/features/sites/rows.ts";
import { nameKey } from "#worker/names/keys.ts";
import { meter } from "../../support/meter.ts";
import { median } from "../percentile.ts";
import type { Rule } from "./rules.ts";
import { type JudgedQuestion, type Score, scoreOf } from "./score.ts";

const DEPTH = 10;
const vocabulary = new Vocabulary();

export type Measurement = {
  question: JudgedQuestion;
  score: Score;
  ms: number;
  rowsRead: number;
  total: number;
  first: string[];
};

/** Asks the list of sites all questions. Times include the way to the local runtime. */
export async function measureSearch(db: Db, questions: JudgedQuestion[]): Promise<Measurement[]> {
  const counts = meter(db.$client);
  const metered = connect(counts.d1);
  const found: Measurement[] = [];
  for (const question of questions) {
    const ask = (perPage: number) =>
      listSites(metered, { now: Date.now(), q: question.q, sort: null, page: 1, perPage, vocabulary });
    counts.rowsRead = 0;
    const times = [
      await timed(() => ask(SITES_PER_PAGE)),
      await timed(() => ask(SITES_PER_PAGE)),
      await timed(() => ask(SITES_PER_PAGE)),
    ];
    const rowsRead = counts.rowsRead / times.length;
    const { results, count } = await ask(DEPTH);
    const links = results.map(({ link }) => link);
    found.push({
      question,
      score: scoreOf(question, { links, total: count }),
      ms: median(times),
      rowsRead,
      total: count,
      first: results.map(({ name }) => name),
    });
  }
  return found;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Scores the questions without a rule, or with all rules. The first page is read as `listSites` reads it. */
export async function scoreWithout(db: Db, questions: JudgedQuestion[], rule: Rule | null): Promise<Score[]> {
  const scores: Score[] = [];
  for (const question of questions) {
    scores.push(scoreOf(question, await answer(db, question.q, rule)));
  }
  return scores;
}

type Found = { links: string[]; total: number };

async function answer(db: Db, text: string, rule: Rule | null, isCorrection = false): Promise<Found> {
  const read = readQuestion(text, vocabulary);
  const question = rule?.question?.(read, text) ?? read;
  const expressions = rule?.expressions?.(expressionsOf(question)) ?? expressionsOf(question);
  const hits = selectHits({
    question,
    expressions,
    key: nameKey(text),
    sort: null,
    listed: isActive,
    columns: ALL_TEXTS,
    maxHits: MAX_SEARCH_HITS,
  });
  const isWanted = sql`(SELECT exact_count = 0 AND product_name IS NULL FROM hits)`;
  const nearest = selectNearestWords(question.words, vocabulary, isWanted);
  const selection = {
    total: sql`list.total`.mapWith(Number),
    corrected: sql<string | null>`list.corrected`,
    link: sql<string | null>`${sites.link}`,
  };
  const rows = await queryRows(
    db,
    selection,
    (columns) => sql`
    WITH hits AS MATERIALIZED (${hits}), list AS MATERIALIZED (SELECT *, (${nearest}) AS corrected FROM hits)
    SELECT ${columns} FROM list
    LEFT JOIN json_each('[' || rtrim(substr(list.ids, 1, ${DEPTH * 11}), ',') || ']') AS entry
    LEFT JOIN ${sites} ON ${sites.id} = entry.value ORDER BY entry.key`,
  );
  const { total, corrected } = rows[0]!;
  const page = { total, links: rows.flatMap(({ link }) => (link === null ? [] : [link])) };
  if (isCorrection || corrected === null || rule?.isWithoutSpelling) return page;
  const better = await answer(db, corrected, rule, true);
  return better.total > 0 ? better : page;
}
