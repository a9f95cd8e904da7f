import { createHash } from "node:crypto";

/**
 * A question with judged answers: links of sites, or their `linkHash`, with grades from 0 (wrong) to 3 (what the person
 * wants). A link that nobody judged has grade 0. `kind` "nothing": the directory has no answer.
 */
export type JudgedQuestion = { q: string; class: string; kind: string; judgments: Record<string, number> };

/** What a search answered: links in their order, at most ten, and the number of all results. */
export type Answer = { links: string[]; total: number };

/** questions.jsonl has judgments of sites of a directory that is not a part of this repository, so it names none of them. */
export const linkHash = (link: string) => createHash("sha256").update(link).digest("hex").slice(0, 10);

export type Score = {
  class: string;
  ndcg: number | null;
  isFirstGood: boolean | null;
  isEmpty: boolean | null;
  staysFew: boolean | null;
};

const DEPTH = 10;
const GOOD = 2;
/** So many results may a question have that the directory cannot answer. */
const FEW = 3;

/** Discounted cumulative gain (Järvelin and Kekäläinen, 2002) with gains of 2^grade − 1. */
const dcg = (grades: number[]) =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);

export function scoreOf(question: JudgedQuestion, { links, total }: Answer): Score {
  const best = Object.values(question.judgments).toSorted((a, b) => b - a);
  if (question.kind === "nothing" || !best.some((grade) => grade >= GOOD))
    return {
      class: question.class,
      ndcg: null,
      isFirstGood: null,
      isEmpty: null,
      staysFew: question.kind === "nothing" ? total <= FEW : null,
    };
  const { judgments } = question;
  const grades = links.slice(0, DEPTH).map((link) => judgments[link] ?? judgments[linkHash(link)] ?? 0);
  return {
    class: question.class,
    ndcg: dcg(grades) / dcg(best.slice(0, DEPTH)),
    isFirstGood: (grades[0] ?? 0) >= GOOD,
    isEmpty: grades.length === 0,
    staysFew: null,
  };
}

export type Summary = { questions: number; ndcg: number; firstGood: number; noResult: number; staysFew: number };

const mean = (values: (number | boolean | null)[]) => {
  const known = values.filter((value) => value !== null).map(Number);
  return known.length === 0 ? Number.NaN : known.reduce((a, b) => a + b, 0) / known.length;
};

export const summaryOf = (scores: Score[]): Summary => ({
  questions: scores.length,
  ndcg: mean(scores.map(({ ndcg }) => ndcg)),
  firstGood: mean(scores.map(({ isFirstGood }) => isFirstGood)),
  noResult: mean(scores.map(({ isEmpty }) => isEmpty)),
  staysFew: mean(scores.map(({ staysFew }) => staysFew)),
});
