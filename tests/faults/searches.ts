import type { Fault } from "./fault.ts";

const counting = "tests/worker/searches/count.test.ts";
const ending = "tests/worker/searches/old.test.ts";
const routes = { file: "worker/features/beacon/routes.ts", tests: [counting] };
const countable = { file: "worker/features/searches/countable.ts", tests: [counting] };
const queries = { file: "worker/features/searches/queries.ts", tests: [counting, ending] };
const page = { file: "web/features/sites/search/report-search.ts", tests: ["tests/e2e/sites/search-counts.test.ts"] };

const hook = { file: "web/features/sites/search/use-search-report.ts", tests: page.tests };

export const searches: Fault[] = [
  {
    name: "a backup fails because visitors search",
    file: "worker/features/backups/tables.ts",
    find: "  searches,\n",
    put: "",
    tests: ["tests/worker/backups"],
  },
  {
    ...routes,
    name: "another site reports searches",
    find: " && isSameOrigin(c);",
    put: " && Boolean(isSameOrigin);",
  },
  {
    ...routes,
    name: "a program that says nothing of itself reports searches",
    find: 'Boolean(c.req.header("Origin") || c.req.header("Sec-Fetch-Site")) && ',
    put: "",
  },
  {
    ...routes,
    name: "reports of browsers that send one of two headers are ignored",
    find: 'c.req.header("Origin") || c.req.header("Sec-Fetch-Site")',
    put: 'c.req.header("Origin")',
  },
  {
    ...routes,
    name: "one address reports searches without a limit",
    find: "(success && beacon.safeParse",
    put: "((success || true) && beacon.safeParse",
  },
  {
    ...routes,
    name: "a page waits until its search is counted",
    find: "if (searched) count(",
    put: "if (searched) await (",
  },
  {
    ...routes,
    name: "a search that is not counted is not logged",
    find: "work.catch(logError)",
    put: "work.catch(() => {})",
  },
  {
    ...routes,
    name: "a report that is too large gets an error",
    find: "onError: (c) => c.body(null, 204)",
    put: "onError: (c) => c.body(null, 413)",
  },
  {
    ...countable,
    name: "email addresses are stored as searches",
    find: "/@|%40|:",
    put: "/:",
  },
  {
    ...countable,
    name: "email addresses with another form of their sign are stored as searches",
    find: "const plain = fold(text);",
    put: "const plain = text;",
  },
  {
    ...countable,
    name: "links are stored as searches",
    find: "|:\\/\\//",
    put: "/",
  },
  {
    ...countable,
    name: "keys and tokens are stored as searches",
    find: " || hasKey(plain)",
    put: "",
  },
  {
    ...countable,
    name: "a long word is a key",
    find: "word.length >= KEY_LENGTH && /\\p{L}/u.test(word) && /\\p{Nd}/u.test(word)",
    put: "word.length >= KEY_LENGTH && /\\p{L}/u.test(word)",
  },
  {
    ...countable,
    name: "a short word with digits is a key",
    find: "const KEY_LENGTH = 16;",
    put: "const KEY_LENGTH = 15;",
  },
  {
    ...countable,
    name: "phone numbers with spaces are stored as searches",
    find: "(plain.match(/\\p{Nd}/gu)?.length ?? 0) >= NUMBER_DIGITS",
    put: "(plain.match(/\\p{Nd}{7}/gu)?.length ?? 0) >= 1 + 0 * NUMBER_DIGITS",
  },
  {
    ...countable,
    name: "the end of a long text is not looked at before it is cut",
    find: "if (isPrivate(line)) return undefined;",
    put: "if (isPrivate(line.slice(0, MAX_LENGTH))) return undefined;",
  },
  {
    ...countable,
    name: "other spellings of a search are other searches",
    find: 'const words = wordsOf(q).join(" ");',
    put: 'const words = wordsOf(q).length > 0 ? q : "";',
  },
  {
    ...countable,
    name: "a week begins on Sunday",
    find: "(new Date(time).getUTCDay() + 6) % 7",
    put: "new Date(time).getUTCDay()",
  },
  {
    ...queries,
    name: "an opened result makes a search that nobody asked",
    find: "  if (!asked) {",
    put: "  if (!asked && !opened) {",
  },
  {
    ...queries,
    name: "searches with results count as searches without",
    find: "Number(found === 0)",
    put: "Number(found >= 0)",
  },
  {
    ...queries,
    name: "searches fill the database",
    find: "WHERE ${stored} < ${MAX_SEARCHES} OR EXISTS",
    put: "WHERE ${stored} < ${MAX_SEARCHES} OR true OR EXISTS",
  },
  {
    ...queries,
    name: "when the table is full, known searches are no longer counted",
    find: " OR EXISTS (SELECT 1 FROM ${searches} WHERE ${eq(searches.words, words)})`",
    put: "`",
  },
  {
    ...queries,
    name: "when the table is full, nothing is counted in a new week",
    find: "WHERE ${eq(searches.words, words)})`",
    put: "WHERE ${isThis})`",
  },
  {
    ...queries,
    name: "searches that were asked twice stay for twelve weeks",
    find: "lte(asked, RARE_SEARCH_MAX)",
    put: "eq(asked, RARE_SEARCH_MAX - 1)",
  },
  {
    ...queries,
    name: "cron deletes all searches of a week after two",
    find: "and(inArray(week, weeks), lte(asked, RARE_SEARCH_MAX))",
    put: "and(inArray(week, weeks), sql`${asked} > 0`)",
  },
  {
    ...queries,
    name: "cron keeps old searches a week too long",
    find: "lte(week, weeksAgo(SEARCH_WEEKS))",
    put: "lte(week, weeksAgo(SEARCH_WEEKS + 1))",
  },
  {
    ...queries,
    name: "one run of the cron deletes any number of searches",
    find: "return unionAll(old, rare).limit(limit);",
    put: "return unionAll(old, rare).limit(limit * 100);",
  },
  {
    ...page,
    name: "each beginning of a word is a search",
    find: "let asked = isSubmitted;",
    put: "let asked = isSubmitted || true;",
  },
  {
    ...page,
    name: "going back to a search counts it again",
    find: "if (!is || reported[kind].has(q)) return false;",
    put: "if (!is) return false;",
  },
  {
    ...page,
    name: "loading a search again counts it again",
    find: "  store(kind);\n",
    put: "",
  },
  {
    ...page,
    name: "nothing is counted in a browser that stores nothing",
    find: "    return [];\n  }\n}",
    put: "    throw new Error();\n  }\n}",
  },
  {
    ...page,
    name: "a menu opens a result",
    find: "button > 1 || ",
    put: "button > 2 || ",
  },
  {
    ...page,
    name: "results in new tabs are not opened",
    find: '  results.addEventListener("auxclick", open, { signal });\n',
    put: "",
  },
  {
    ...page,
    name: "a search is lost with its tab",
    find: '  document.addEventListener("visibilitychange", () => document.hidden && report(), { signal });\n',
    put: "",
  },
  {
    ...page,
    name: "an opened result is no search",
    find: "    asked = true;\n    opened = true;\n",
    put: "    opened = true;\n",
  },
  {
    ...hook,
    name: "results of another spelling count as found",
    find: "corrected_query ? 0 : exact_count",
    put: "corrected_query ? exact_count : exact_count",
  },
  {
    ...hook,
    name: "a search that is submitted and left at once is not counted",
    find: "?.isTyped === false",
    put: "?.isTyped === null",
  },
];
