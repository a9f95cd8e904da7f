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
    name: "of two near words the rarer is taken",
    find: "b.uses - a.uses",
    put: "a.uses - b.uses",
  },
  {
    ...spelling,
    name: "a farther word is taken before a near one",
    find: "a.distance - b.distance || ",
    put: "",
  },
  {
    ...spelling,
    name: "a word with another first letter is taken first",
    find: "Number(a.isOtherStart) - Number(b.isOtherStart) || ",
    put: "",
  },
  {
    ...spelling,
    name: "words of listings that nobody may see are corrections",
    find: "neighbours.filter(({ uses }) => uses > 0)",
    put: "neighbours",
  },
  {
    ...spelling,
    name: "a typed number is corrected",
    find: " || DIGIT.test(word) || hasSpacelessLetters(word))",
    put: " || hasSpacelessLetters(word))",
  },
  {
    ...spelling,
    name: "a word is corrected to one with another number",
    find: "distance <= maxEdits(typed) && !DIGIT.test(word)",
    put: "distance <= maxEdits(typed)",
  },
  {
    ...spelling,
    name: "short words are corrected to quite other ones",
    find: "(word.length < LONG_WORD ? 1 : 2)",
    put: "2",
  },
  {
    ...spelling,
    name: "words that differ more than may be are corrections",
    find: "distance <= maxEdits(typed) && !DIGIT",
    put: "!DIGIT",
  },
  {
    ...words,
    name: "cron forgets words that listings have",
    find: "const isUnused = sql`NOT EXISTS",
    put: "const isUnused = sql`true OR NOT EXISTS",
  },
  {
    ...words,
    name: "cron forgets a word that was listed while it ran",
    find: "and(inArray(knownWords.word, jsonList(words)), isUnused)",
    put: "inArray(knownWords.word, jsonList(words))",
  },
  {
    ...words,
    name: "cron forgets the spellings of a word that was listed while it ran",
    find: "\n          AND NOT EXISTS (SELECT 1 FROM ${knownWords} WHERE ${knownWords.word} = ${spellings.word})",
    put: "",
  },
  {
    ...words,
    name: "cron looks at the first words only",
    find: "const runNumber = Math.floor(now / CRON_MS);",
    put: "const runNumber = 0;",
  },
  {
    ...words,
    name: "words of three letters are known and corrected",
    find: "word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH",
    put: "word.length <= MAX_WORD_LENGTH",
  },
  {
    ...learning,
    name: "only the first listings of a person who comes back are known",
    find: "    if (found.length < SITES_A_BATCH) return;\n",
    put: "    return;\n",
  },
  {
    ...learning,
    name: "the names of what a listing replaces are not known",
    find: "[site.name, site.description, ...site.alternatives.map((alternative) => alternative.name)]",
    put: "[site.name, site.description]",
  },
  {
    ...learning,
    file: "worker/features/sites/change.ts",
    name: "a word that a save brings is not known",
    find: " || searchText(after) !== searchText(before)\n",
    put: "\n",
  },
  {
    ...learning,
    file: "worker/features/sites/change.ts",
    name: "words of what staff approve stay forgotten",
    find: 'patch.review === "active" || searchText(after)',
    put: "searchText(after)",
  },
  {
    ...match,
    name: "a search finds what has one of the words",
    find: '.join(" AND ")',
    put: '.join(" OR ")',
  },
  {
    ...match,
    name: "a search finds whole words only",
    find: '`"${separateLetters(word)}" *`',
    put: '`"${separateLetters(word)}"`',
  },
  {
    ...match,
    name: "a search within a category misses what others' fill",
    find: "match: match + within",
    put: "match",
  },
  {
    ...match,
    name: "a search does not look at products",
    find: '...(columns.includes("alternatives")',
    put: '...(columns.includes("name") && !columns.includes("alternatives")',
  },
  {
    ...suggestions,
    name: "a search box offers what waits for review",
    find: "    WHERE ${isActive} ORDER BY",
    put: "    ORDER BY",
  },
  {
    ...suggestions,
    name: "a search box offers the smallest category first",
    find: "b.count - a.count",
    put: "a.count - b.count",
  },
  {
    ...suggestions,
    file: "worker/features/sites/category-counts.ts",
    name: "a search box offers empty categories",
    find: ", gt(counters.value, 0)",
    put: "",
  },
  {
    ...suggestions,
    name: "a search box offers more than ten",
    find: "products.length),\n",
    put: "products.length + 9),\n",
  },
  {
    ...suggestions,
    name: "room that listings leave stays empty",
    find: "Math.max(Math.ceil(room / 2), room - named.length)",
    put: "Math.ceil(room / 2)",
  },
  {
    ...suggestions,
    name: "a search box offers the newest before the best",
    find: "ORDER BY found.tier, found.id DESC",
    put: "ORDER BY found.id DESC",
  },
  {
    ...list,
    name: "a corrected search does not say what it searched for",
    find: "return { ...page, corrected_query: corrected };",
    put: "return page;",
  },
  {
    ...list,
    name: "of very many the oldest are not found oldest first",
    find: 'sort === "oldest" ? table.id : sql`${table.id} DESC`',
    put: "sql`${table.id} DESC`",
  },
  {
    ...list,
    name: "the name itself stands behind names that begin so",
    find: "id, 1 AS tier FROM ${sites}",
    put: "id, 3 AS tier FROM ${sites}",
  },
];
