import type { Expressions } from "#worker/features/search/match.ts";
import type { Question } from "#worker/features/search/question.ts";
import { wordsOf } from "#worker/features/search/words.ts";

/** A search without one of its rules, to see what the rule gains. */
export type Rule = {
  name: string;
  question?: (question: Question, text: string) => Question;
  expressions?: (expressions: Expressions) => Expressions;
  /** The nearest words are not asked. */
  isWithoutSpelling?: true;
};

const plainUnit = (word: string) => ({
  words: [word],
  terms: [],
  narrower: [],
  broader: [],
  products: [],
  isNeed: false,
});
const without = (...names: (keyof Expressions)[]) => ({
  expressions: (expressions: Expressions) => ({
    ...expressions,
    ...Object.fromEntries(names.map((name) => [name, null])),
  }),
});

/** An action is the first of the extras if it stood before the need. */
function needsActions({ product, units, extras, ...question }: Question): Question {
  const [first, ...others] = extras;
  const isAction = first && question.words[0] === first.words[0] && !product?.isAsked;
  return { product, ...question, ...(isAction ? { units: [first, ...units], extras: others } : { units, extras }) };
}

export const RULES: Rule[] = [
  {
    name: "forms of asking (“alternative to X”, “open source”): each word is needed",
    question: (_, text) => ({
      words: wordsOf(text),
      product: null,
      units: wordsOf(text).map(plainUnit),
      extras: [],
      wishes: [],
      needs: [],
      rivals: [],
    }),
  },
  {
    name: "the thesaurus",
    question: ({ units, extras, ...question }) => ({
      ...question,
      units: units.flatMap(({ words }) => words.map(plainUnit)),
      extras: extras.flatMap(({ words }) => words.map(plainUnit)),
      needs: [],
      rivals: [],
    }),
  },
  {
    name: "sites that replace the asked product",
    question: ({ product, ...question }) => ({ ...question, product: product && { ...product, keys: [] } }),
  },
  { name: "wishes", question: (question) => ({ ...question, wishes: [] }) },
  { name: "spelling", isWithoutSpelling: true },
  { name: "needs that the product serves", ...without("productNeed") },
  {
    name: "sites that replace products of the need",
    question: ({ units, ...question }) => ({ ...question, units: units.map((unit) => ({ ...unit, products: [] })) }),
  },
  {
    name: "sites that replace other products of the same kind",
    question: (question) => ({ ...question, rivals: [] }),
  },
  { name: "actions that are no must (“creating surveys”)", question: (question) => needsActions(question) },
  { name: "beginnings of words", ...without("beginnings", "nameBeginning") },
  { name: "names", ...without("name", "nameBeginning") },
  { name: "two thirds of three or more words", ...without("most") },
  { name: "narrower terms", ...without("wide") },
  { name: "filling up", ...without("some", "need", "broader", "extras") },
  { name: "the whole word before words with the same stem", ...without("whole") },
  { name: "comparing with the product, and mentioning it", ...without("comparison", "mention") },
];
