import { existsSync, createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { sites } from "#schema/tables/sites.ts";
import { migrate, openStore, ROOT } from "#worker/commands/bindings.ts";
import { readLines } from "#worker/commands/read-lines.ts";
import { RULES, type RuleName } from "#worker/features/search/points.ts";
import { importLines } from "#worker/features/sites/import/import.ts";
import { median } from "../percentile.ts";
import { table } from "../table.ts";
import { measureSearch, measureWithout } from "./measure.ts";
import { type JudgedQuestion, type Summary, summaryOf } from "./score.ts";

// npm run bench:search -- --directory FILE.jsonl --questions FILE.jsonl [--questions FILE.jsonl] imports a directory, asks it
// judged questions, and writes tests/bench/SEARCH.md. `npm run bench` runs it, too. Without a directory it does nothing: the
// real one is not a part of this repository.
const { values } = parseArgs({
  options: {
    directory: { type: "string", default: defaultDirectory() },
    questions: {
      type: "string",
      multiple: true,
      default: ["../shared/data/search-queries.jsonl", "tests/bench/search/questions.jsonl"].map((file) =>
        path.join(ROOT, file),
      ),
    },
  },
});
const WORST = 12;

/** The directory with facts, if it is there: the search uses them. */
function defaultDirectory(): string {
  const [stated, plain] = ["directory-facts.jsonl", "directory.jsonl"].map((name) =>
    path.join(ROOT, "../shared/data", name),
  );
  return existsSync(stated!) ? stated! : plain!;
}

const figure = (value: number) => (Number.isNaN(value) ? "" : value.toFixed(3));
const figures = ({ ndcg, firstGood, noResult, staysFew }: Summary) => [ndcg, firstGood, noResult, staysFew].map(figure);

if (existsSync(values.directory)) await measure();
else console.info(`There is no ${values.directory}, so the search was not measured.`);

async function measure(): Promise<void> {
  const state = await mkdtemp(path.join(tmpdir(), "bench-search-"));
  process.env["STATE_DIR"] = state;
  try {
    migrate();
    const store = await openStore();
    await importLines(store.db, readLines(createReadStream(values.directory)), {
      onBadLine: (_, reason) => console.error(reason),
      onProgress: () => {},
    });
    const [counted] = await store.db.select({ value: sql<number>`count(*)` }).from(sites);
    const parts: string[] = [];
    for (const file of values.questions) parts.push(await sectionOf(store.db, file, await readQuestions(file)));
    await store.close();
    const text = [
      "# How well the search answers",
      `\`npm run bench:search\` wrote this page. Do not edit it: run the command again. ${counted!.value.toLocaleString("en")} real sites were imported, and asked questions with judged answers.`,
      "nDCG@10 says how near the first ten results come to the best possible ten. “First good” is the share of questions whose first result has grade 2 or 3. “Stays few” is the share of questions without an answer that get at most three results. questions.jsonl has questions that were written and judged without looking at the search.",
      ...parts,
    ].join("\n\n");
    await writeFile(path.join(ROOT, "tests/bench/SEARCH.md"), `${text}\n`);
    console.info(text);
  } finally {
    await rm(state, { recursive: true });
  }
}

async function readQuestions(file: string): Promise<JudgedQuestion[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as JudgedQuestion);
}

type Db = Parameters<typeof measureSearch>[0];

async function sectionOf(db: Db, file: string, questions: JudgedQuestion[]): Promise<string> {
  const measured = await measureSearch(db, questions);
  const scores = measured.map(({ score }) => score);
  const rowsRead = measured.map((one) => one.rowsRead);
  const classes = [...new Set(questions.map((question) => question.class))];
  const all = summaryOf(scores);
  const summaries: [string, Summary][] = [
    ["all", all],
    ...classes.map((name): [string, Summary] => [name, summaryOf(scores.filter((score) => score.class === name))]),
  ];
  const rules: [RuleName, Summary][] = [];
  for (const rule of Object.keys(RULES) as RuleName[]) rules.push([rule, await measureWithout(db, rule, questions)]);
  const worst = measured
    .filter(({ score }) => score.ndcg !== null)
    .toSorted((a, b) => a.score.ndcg! - b.score.ndcg!)
    .slice(0, WORST);
  return [
    `## ${path.basename(file)}: ${questions.length} questions`,
    table(["class", "questions", "nDCG@10", "first good", "no result", "stays few"], summaries, ([name, summary]) => [
      name,
      summary.questions,
      ...figures(summary),
    ]),
    `Rows read: median ${Math.round(median(rowsRead))}, at most ${Math.max(...rowsRead)}.`,
    "### What each rule gains",
    "`points.ts` has the rules. Each row asks all questions without one of them.",
    table(
      ["without the rule", "nDCG@10", "change", "first good", "no result", "stays few"],
      rules,
      ([rule, summary]) => {
        const [ndcg, ...others] = figures(summary);
        return [rule, ndcg!, (summary.ndcg - all.ndcg).toFixed(3), ...others];
      },
    ),
    "### The worst answers",
    table(["question", "class", "nDCG@10", "results", "first results"], worst, ({ question, score, total, first }) => [
      question.q,
      question.class,
      score.ndcg!.toFixed(2),
      total,
      first.slice(0, 4).join(", "),
    ]),
  ].join("\n\n");
}
