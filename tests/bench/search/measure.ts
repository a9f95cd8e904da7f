import { connect, type Db } from "#worker/db/connection.ts";
import { RULES, type RuleName } from "#worker/features/search/points.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";
import { listSites } from "#worker/features/sites/list/list.ts";
import { meter } from "../../support/meter.ts";
import { type JudgedQuestion, type Score, scoreOf, type Summary, summaryOf } from "./score.ts";

const DEPTH = 10;
const vocabulary = new Vocabulary();

type Measurement = { question: JudgedQuestion; score: Score; rowsRead: number; total: number; first: string[] };

/** Asks the list of sites all questions. */
export async function measureSearch(db: Db, questions: JudgedQuestion[]): Promise<Measurement[]> {
  const counts = meter(db.$client);
  const metered = connect(counts.d1);
  const found: Measurement[] = [];
  for (const question of questions) {
    counts.rowsRead = 0;
    const request = { now: Date.now(), q: question.q, sort: null, page: 1, perPage: DEPTH, vocabulary };
    const { results, count } = await listSites(metered, request);
    const score = scoreOf(question, { links: results.map(({ link }) => link), total: count });
    found.push({ question, score, rowsRead: counts.rowsRead, total: count, first: results.map(({ name }) => name) });
  }
  return found;
}

/** Asks all questions again as if the rule gave no points. */
export async function measureWithout(db: Db, rule: RuleName, questions: JudgedQuestion[]): Promise<Summary> {
  const { points } = RULES[rule];
  RULES[rule].points = () => 0;
  const measured = await measureSearch(db, questions);
  RULES[rule].points = points;
  return summaryOf(measured.map(({ score }) => score));
}
