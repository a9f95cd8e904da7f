import { expect, test } from "vitest";
import { linkHash, scoreOf, summaryOf } from "../../bench/search/score.ts";

const [best, good, other] = ["https://best.example/", "https://good.example/", "https://other.example/"] as const;
const asked = { q: "notes", class: "need", kind: "need" };

test("an answer is scored by links, and by hashes of links", () => {
  const byLink = { ...asked, judgments: { [best]: 3, [good]: 2 } };
  const byHash = { ...asked, judgments: { [linkHash(best)]: 3, [linkHash(good)]: 2 } };
  for (const question of [byLink, byHash]) {
    expect(scoreOf(question, { links: [best, good], total: 2 })).toMatchObject({ ndcg: 1, isFirstGood: true });
    expect(scoreOf(question, { links: [other, best], total: 2 }).isFirstGood).toBe(false);
    expect(scoreOf(question, { links: [good, best], total: 2 }).ndcg).toBeLessThan(1);
    expect(scoreOf(question, { links: [], total: 0 })).toMatchObject({ ndcg: 0, isEmpty: true });
  }
});

test("a question without an answer should get few results", () => {
  const question = { ...asked, kind: "nothing", judgments: {} };
  const scores = [3, 4].map((total) => scoreOf(question, { links: [], total }));
  expect(scores.map(({ staysFew, ndcg }) => [staysFew, ndcg])).toEqual([
    [true, null],
    [false, null],
  ]);
  expect(summaryOf(scores)).toMatchObject({ questions: 2, staysFew: 0.5 });
});
