import type { Fault } from "./fault.ts";

const folder = "worker/features/search";
const of = (file: string, ...tests: string[]) => ({
  file: `${folder}/${file}.ts`,
  tests: tests.map((name) => `tests/worker/${name}.test.ts`),
});
const spelling = of("spelling", "sites/search", "search/known-words");
const words = of("known-words", "search/known-words");
const match = of("match", "sites/search");
const suggestions = {
  file: "worker/features/suggestions/suggest.ts",
  tests: ["tests/worker/search/suggestions.test.ts"],
};
const learning = { file: "worker/features/sites/learn-words.ts", tests: ["tests/worker/search/known-words.test.ts"] };
const list = { file: "worker/features/sites/list.ts", tests: ["tests/worker/sites/search.test.ts"] };

export const search: Fault[] = [
  {
    ...spelling,
    name: "of two near words, the rarer one is chosen",
    find: "uses DESC, word",
    put: "uses, word",
  },
  {
    ...spelling,
    name: "a farther word is chosen before a near one",
    find: "ORDER BY edits, ",
    put: "ORDER BY ",
  },
  {
    ...spelling,
    name: "a word with another first letter is chosen first",
    find: "is_other_start, uses DESC",
    put: "uses DESC",
  },
  {
    ...spelling,
    name: "a search is corrected to words of hidden listings",
    find: "FROM candidates WHERE uses > 0",
    put: "FROM candidates",
  },
  {
    ...spelling,
    name: "a typed number is corrected",
    find: " && !DIGIT.test(word)",
    put: "",
  },
  {
    ...spelling,
    name: "a word is corrected to one with another digit",
    find: " AND word NOT GLOB '*[0-9]*'",
    put: "",
  },
  {
    ...spelling,
    name: "short words are corrected to very different ones",
    find: "(word.length < LONG_WORD ? 1 : 2)",
    put: "2",
  },
  {
    ...spelling,
    name: "a search is corrected to words that differ too much",
    find: "edits <= most_edits AND ",
    put: "",
  },
  {
    ...words,
    name: "cron deletes words that listings have",
    find: "const isUnused = sql`NOT EXISTS",
    put: "const isUnused = sql`true OR NOT EXISTS",
  },
  {
    ...words,
    name: "cron deletes a word that was listed while it ran",
    find: "and(inArray(knownWords.word, jsonList(words)), isUnused)",
    put: "inArray(knownWords.word, jsonList(words))",
  },
  {
    ...words,
    name: "cron deletes the spellings of a word that was listed while it ran",
    find: "\n          AND NOT EXISTS (SELECT 1 FROM ${knownWords} WHERE ${knownWords.word} = ${spellings.word})",
    put: "",
  },
  {
    ...words,
    name: "cron checks only the first words",
    find: "const runNumber = Math.floor(now / CRON_MS);",
    put: "const runNumber = 0;",
  },
  {
    ...words,
    name: "words of three letters are stored and corrected",
    find: "word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH",
    put: "word.length <= MAX_WORD_LENGTH",
  },
  {
    ...learning,
    name: "after a suspension, only the words of the first listings are known",
    find: "    if (found.length < SITES_A_BATCH) return;\n",
    put: "    return;\n",
  },
  {
    ...learning,
    name: "the names of a listing's products are not known words",
    find: "[site.name, site.description, ...site.alternatives.map((alternative) => alternative.name)]",
    put: "[site.name, site.description]",
  },
  {
    ...learning,
    file: "worker/features/sites/change.ts",
    name: "a word from a saved change is not a known word",
    find: " || searchText(after) !== searchText(before)\n",
    put: "\n",
  },
  {
    ...learning,
    file: "worker/features/sites/change.ts",
    name: "words of an approved listing are not known words",
    find: 'patch.review === "active" || searchText(after)',
    put: "searchText(after)",
  },
  {
    ...match,
    name: "a search finds sites with only one of the words",
    find: '.join(" AND ")',
    put: '.join(" OR ")',
  },
  {
    ...match,
    name: "a search finds only whole words",
    find: '`"${separateLetters(text)}" *`',
    put: '`"${separateLetters(text)}"`',
  },
  {
    ...match,
    name: "hits of other categories push out the hits of the chosen one",
    find: "|| ${`)${within}`}",
    put: "|| ')'",
  },
  {
    ...match,
    name: "a search does not look at names of products",
    find: 'options.columns.includes("alternatives")',
    put: '!options.columns.includes("alternatives")',
  },
  {
    ...suggestions,
    name: "the search box suggests pending listings",
    find: "    WHERE ${isActive} ORDER BY",
    put: "    ORDER BY",
  },
  {
    ...suggestions,
    name: "the search box suggests the smallest category first",
    find: "b.count - a.count",
    put: "a.count - b.count",
  },
  {
    ...suggestions,
    file: "worker/features/sites/category-counts.ts",
    name: "the search box suggests empty categories",
    find: ", gt(counters.value, 0)",
    put: "",
  },
  {
    ...suggestions,
    name: "the search box suggests more than ten entries",
    find: "products.length),\n",
    put: "products.length + 9),\n",
  },
  {
    ...suggestions,
    name: "the search box does not fill up with products if there are few sites",
    find: "Math.max(Math.ceil(rest / 2), rest - foundSites.length)",
    put: "Math.ceil(rest / 2)",
  },
  {
    ...suggestions,
    name: "the search box suggests the newest before the best match",
    find: "ORDER BY found.tier, found.id DESC",
    put: "ORDER BY found.id DESC",
  },
  {
    ...list,
    name: "a corrected search does not return the corrected words",
    find: "total > 0 && corrected !== null",
    put: "total < 0",
  },
  {
    ...list,
    name: "a search for many common words reads every kind of hit",
    find: "WHEN ${hasManyHits} THEN ${better[0]} ",
    put: "",
  },
  {
    ...list,
    name: "a search with hits is corrected",
    find: "(SELECT ids FROM exact) = '' AND ",
    put: "",
  },
  {
    ...list,
    name: "sorting very many hits by age does not find the oldest ones",
    find: 'sort === "oldest" ? sql`${id}` : sql`${id} DESC`',
    put: "sql`${id} DESC`",
  },
  {
    ...list,
    name: "an exact match comes after names that begin with the text",
    find: "`named || better || ids`",
    put: "`better || named || ids`",
  },
];
