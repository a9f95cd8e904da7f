import type { Fault } from "./fault.ts";

const folder = "worker/features/search";
const of = (file: string, ...tests: string[]) => ({
  file: `${folder}/${file}.ts`,
  tests: tests.map((name) => `tests/worker/${name}.test.ts`),
});
const spelling = of("spelling", "sites/search", "search/known-words", "search/questions");
const words = of("known-words", "search/known-words");
const match = of("match", "sites/search", "search/questions");
const rank = of("rank", "sites/search", "search/questions");
const question = {
  file: "worker/features/search/question.ts",
  tests: ["tests/unit/search/question.test.ts", "tests/worker/search/questions.test.ts"],
};
const unitTests = ["tests/unit/search/question.test.ts"];
const vocabulary = {
  file: "worker/features/search/vocabulary.ts",
  tests: ["tests/unit/search/vocabulary.test.ts", ...unitTests],
};
const ofProduct = { file: "worker/features/sites/target-sites.ts", tests: ["tests/worker/targets/search.test.ts"] };
const owner = {
  file: "worker/features/sites/owner/owner-sites.ts",
  tests: ["tests/worker/sites/owner-list.test.ts"],
};
const leaving = { ...question, file: "worker/features/search/leaving.ts" };
const suggestions = {
  file: "worker/features/suggestions/suggest.ts",
  tests: ["tests/worker/search/suggestions.test.ts"],
};
const learning = { file: "worker/features/sites/learn-words.ts", tests: ["tests/worker/search/known-words.test.ts"] };
const list = {
  file: "worker/features/sites/list.ts",
  tests: ["tests/worker/sites/search.test.ts", "tests/worker/search/questions.test.ts"],
};

export const search: Fault[] = [
  {
    ...spelling,
    name: "of two near words, the rarer one is chosen",
    find: "uses DESC, word",
    put: "uses, word",
  },
  {
    ...spelling,
    name: "a word with another first letter is chosen first",
    find: "is_other_start, uses DESC",
    put: "uses DESC",
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
    find: "foundSites.slice(0, rest - products.length)",
    put: "foundSites.slice(0, rest - products.length + 9)",
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
    ...spelling,
    name: "a farther word is chosen before a near one",
    find: "ORDER BY iif(edits = 0 AND uses <= ${RARE}, 1.5, edits), ",
    put: "ORDER BY ",
  },
  {
    ...spelling,
    name: "a search is corrected to words of hidden listings",
    find: " WHERE uses > 0\n",
    put: "\n",
  },
  {
    ...spelling,
    name: "a rare word that a site has is replaced by any near word",
    find: "(uses >= ${COMMON} OR uses = 0)",
    put: "true",
  },
  {
    ...spelling,
    name: "words of the thesaurus are corrected",
    find: " && !vocabulary.knows(word)",
    put: "",
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
    find: "`${quoted(text)} *`",
    put: "quoted(text)",
  },
  {
    ...match,
    name: "of three words, one is enough",
    find: "Math.ceil((parts.length * 2) / 3)",
    put: "1",
  },
  {
    ...match,
    name: "other words for a need are not looked for",
    find: "...[...terms.slice(0, maxTerms), ...others].map(termExpression)",
    put: "...others.map(termExpression)",
  },
  {
    ...match,
    name: "words with the same stem are equal",
    find: "whole: typed.length === 1",
    put: "whole: typed.length < 0",
  },
  {
    ...rank,
    name: "sites with one of two words fill up a list without a hit",
    find: "when: sql`${found} > 0 AND ${isShort}`",
    put: "when: isShort",
  },
  {
    ...rank,
    name: "the beginnings of words are found beside whole words",
    find: "when: sql`${found} = 0`",
    put: "when: sql`true`",
  },
  {
    ...rank,
    name: "a text that only names the product is an exact hit",
    find: "when: sort ? sql`true` : sql`NOT ${hasProduct}`",
    put: "when: sql`true`",
  },
  {
    ...rank,
    name: "sites that replace the product stand among the others",
    find: "replacing: 5000",
    put: "replacing: 1000",
  },
  {
    ...rank,
    name: "a wish does not change the order",
    find: "THEN ${most}",
    put: "THEN 0",
  },
  {
    ...rank,
    name: "likes do not decide between sites that fit equally",
    find: "${POINTS.likes} * ${sites.likeCount}",
    put: "0 * ${sites.likeCount}",
  },
  {
    ...rank,
    name: "sites that replace a product of the need are not close",
    find: "slice(0, MAX_PRODUCTS)",
    put: "slice(0, 0)",
  },
  {
    ...rank,
    name: "an article does not help to find its site",
    find: 'columns: ["article"]',
    put: 'columns: ["category"]',
  },
  {
    ...rank,
    name: "sorting very many hits by age does not find the oldest ones",
    find: 'sort === "oldest" ? sql`${id}` : sql`${id} DESC`',
    put: "sql`${id} DESC`",
  },
  {
    ...rank,
    name: "an exact name comes after names that begin with the text",
    find: "named: 10_000",
    put: "named: 10",
  },
  {
    ...rank,
    name: "a rule reads all its hits although it must not run",
    find: "limits.when ? sql`CASE WHEN ${limits.when} THEN ${atMost(limits.limit)} ELSE 0 END` : atMost(limits.limit)",
    put: "atMost(limits.limit)",
    tests: ["tests/worker/search/rows-read.test.ts"],
  },
  {
    ...match,
    name: "hits of other categories push out the hits of the chosen one",
    find: "category ? ` AND category",
    put: "category === 0 as never ? ` AND category",
  },
  {
    ...leaving,
    name: "the other names of a product are not known",
    find: "...vocabulary.namesOf(name)",
    put: "",
  },
  {
    ...question,
    file: "worker/features/search/words.ts",
    name: "C++ is read as C",
    find: "SIGNS.get(typed.toLowerCase()) ?? ",
    put: "",
  },
  {
    ...list,
    name: "the answer does not name the corrected words",
    find: "{ ...better, corrected_query: spelling }",
    put: "better",
  },
  {
    ...list,
    name: "a search with exact hits shows those of another spelling",
    find: "if (exactCount > 0) return { ...page, did_you_mean: spelling };",
    put: "",
  },
  {
    ...list,
    name: "featured places of a search beyond the cap are lost",
    find: "isMatch ? or(isHit, isMatch) : isHit",
    put: "isHit",
  },
  {
    ...list,
    name: "the search beside a site finds sites by the products that they replace",
    find: "product: product && { ...product, keys: [] }",
    put: "product",
    tests: ["tests/worker/pages/lists.test.ts"],
  },
  {
    file: "web/recent-searches.ts",
    name: "email addresses stay on the device as searches",
    find: ' || q.includes("@")',
    put: "",
    tests: ["tests/e2e/sites/search.test.ts"],
  },
  {
    file: "web/session.tsx",
    name: "the searches of a user stay on the device after the log-out",
    find: "    if (wasSignedIn) forgetSearches();\n",
    put: "",
    tests: ["tests/e2e/sites/search.test.ts"],
  },
  {
    file: "web/ui/combobox.tsx",
    name: "an older answer replaces newer suggestions",
    find: "(found) => !controller.signal.aborted && setGroups",
    put: "(found) => setGroups",
    tests: ["tests/e2e/sites/search.test.ts"],
  },
  {
    file: "web/features/sites/search/suggestions.tsx",
    name: "Enter does not open the page whose name was typed",
    find: "{ ...option, isBest: true }",
    put: "option",
    tests: ["tests/e2e/sites/search.test.ts"],
  },
  {
    file: "worker/features/suggestions/suggest.ts",
    name: "drafts are suggested",
    find: "publicBlogsStatement(db, { now, page: 1",
    put: "publicBlogsStatement(db, { now: 1e15, page: 1",
    tests: ["tests/worker/search/suggestions.test.ts"],
  },
  {
    file: "worker/features/search/nearest.ts",
    name: "a search that found nothing offers needs that have nothing in common with it",
    find: "vocabulary.nearestNeeds(stems)",
    put: 'vocabulary.nearestNeeds(["wiki"])',
    tests: ["tests/worker/search/questions.test.ts"],
  },
  {
    ...question,
    name: "words beside a product are a part of its name",
    find: "findLeft(wishedWords, vocabulary)",
    put: "findLeaving(wishedWords, vocabulary)",
  },
  {
    ...leaving,
    name: "a need that is asked for like a product is a product",
    find: "return { ...leaving, isNeed };",
    put: "return leaving;",
  },
  {
    ...list,
    name: "the name of an unknown product is corrected to any word",
    find: " && (!question.product?.isAsked || better.understood?.product != null)",
    put: "",
  },
  {
    ...leaving,
    name: "of two products, the last one is left",
    find: "JOINING.has(words[from + length]!) ? [from] : ",
    put: "",
  },
  {
    ...question,
    name: "a product that is also a wish is read as the wish",
    find: "for (const token of namedProduct(tokens, vocabulary)) protectedTokens.add(token);",
    put: "void namedProduct;",
  },
  {
    ...question,
    name: "an action before a need is a must",
    find: "return isAction && others.length > 0 ?",
    put: "return isAction && others.length > 99 ?",
  },
  {
    ...leaving,
    name: "for whom an alternative is, is the product",
    find: "  new RegExp(`^(?<x>.+?) (?:${OTHER}) (?<need>for .+)$`),\n",
    put: "",
  },
  {
    ...leaving,
    name: "the end of an address belongs to the name of the product",
    find: 'address.includes(".") ? whole : address, ',
    put: "",
    tests: unitTests,
  },
  {
    ...vocabulary,
    name: "“my” inside of a term hides it",
    file: "worker/features/search/words.ts",
    find: "words.filter((word) => !OPTIONAL.has(word))",
    put: "words",
  },
  {
    ...vocabulary,
    name: "a term with another word of the same meaning is unknown",
    find: "firstStems.get(stem(word)) ?? stem(word)",
    put: "stem(word)",
  },
  {
    ...vocabulary,
    name: "a need is not looked for in other words of the same meaning",
    find: "[...others, ...terms]",
    put: "[...terms]",
  },
  {
    ...vocabulary,
    name: "a synonym works in both directions, although staff chose one",
    find: "if (isMutual) for (const other of meant)",
    put: "for (const other of meant)",
  },
  {
    ...vocabulary,
    name: "a synonym of a need finds only its own words",
    find: ", ...known[index]!]",
    put: ", ...known[index]!.slice(0, 0)]",
  },
  {
    ...vocabulary,
    name: "words that differ in two letters are near",
    find: "return left.length + right.length <= 2",
    put: "return left.length + right.length <= 4",
  },
  {
    ...spelling,
    name: "a word is not corrected to one of the thesaurus that no listing has",
    find: "terms: isUnknown ? vocabulary.nearWords(word) : []",
    put: "terms: []",
    tests: ["tests/worker/search/questions.test.ts"],
  },
  {
    ...rank,
    name: "a product is found by a part of a word",
    find: 'product.words.join(" ")} `',
    put: 'product.words.join(" ")}`',
  },
  {
    ...rank,
    name: "sites that replace other products of the kind are not found",
    find: "[question.rivals, POINTS.replacingRival]",
    put: "[[], POINTS.replacingRival]",
  },
  {
    ...match,
    name: "words that stand apart count as those side by side",
    find: 'quoted(words.join(" ")), quoted',
    put: "quoted",
  },
  {
    ...ofProduct,
    name: "a search in the alternatives to a product finds all sites",
    find: "AND ${alternatives.siteId} = ${sites.id}\n)`;",
    put: "AND ${sites.id} > 0\n)`;",
  },
  {
    ...ofProduct,
    name: "such a search reads all newer sites first, and misses those of the product",
    file: "worker/features/sites/list.ts",
    find: "scope: replaces === undefined ? undefined : namesProduct(replaces)",
    put: "scope: namesProduct('nothing')",
  },
  {
    ...ofProduct,
    name: "such a search looks for a name that the index stores in another way",
    find: "AND ${name} NOT GLOB '*[+#]*'",
    put: "",
  },
  {
    ...owner,
    name: "the dashboard reads no questions",
    find: "or(containsText(q), answers(question, user.id))",
    put: "containsText(q)",
  },
  {
    ...owner,
    name: "the dashboard finds sites with one of two needs",
    find: 'SELECT own.id FROM own WHERE NOT EXISTS (\n      SELECT 1 FROM json_each(${JSON.stringify(needed)}) AS unit WHERE ${lacks("unit.value", "term", hasTerm)}',
    put: 'SELECT own.id FROM own WHERE EXISTS (\n      SELECT 1 FROM json_each(${JSON.stringify(needed)}) AS unit WHERE NOT ${lacks("unit.value", "term", hasTerm)}',
  },
  {
    ...suggestions,
    name: "a question gets no suggestions",
    find: "isQuestion ? listStatement(db, request) : emptyListStatement(db)",
    put: "emptyListStatement(db)",
  },
  {
    ...suggestions,
    name: "a misspelt name gets no suggestions",
    find: ": isUnknown && text.length",
    put: ": text.length > 999 && text.length",
  },
  {
    ...suggestions,
    name: "a product is suggested twice",
    find: "const foundProducts = unique([answer?.understood?.product ?? [], toProductLinks(productsByName)].flat());",
    put: "const foundProducts = [answer?.understood?.product ?? [], toProductLinks(productsByName)].flat();",
  },
];
