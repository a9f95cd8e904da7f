import { SITES_PER_PAGE } from "#schema/sites/sites.ts";
import { connect, type Db } from "#worker/db/connection.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";
import { listSites } from "#worker/features/sites/list/list.ts";
import { meter } from "../../support/meter.ts";
import { median } from "../percentile.ts";
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
