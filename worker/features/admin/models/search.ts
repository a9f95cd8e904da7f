import { and, eq, gt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { MAX_TERM_WORDS } from "#schema/admin.ts";
import { searches, synonyms } from "#schema/tables/search.ts";
import { searchWatches } from "#schema/tables/search-watches.ts";
import { normalizeLine } from "#schema/values/text.ts";
import { logError } from "../../../log.ts";
import { fold } from "../../../names/keys.ts";
import { publishSynonyms, termsOf } from "../../search/synonyms.ts";
import { isLight, wordsOf } from "../../search/words.ts";
import { date, longText, type Model, number, text, yesNo } from "../model.ts";

const APP = { app: "search", appName: "Search" };

/** Nobody can edit it: only the person confirms the email address. Staff delete it if the person asks them to. */
const watch: Model = {
  ...APP,
  name: "watch",
  verboseName: "Waiting search",
  verboseNamePlural: "Waiting searches",
  table: searchWatches,
  key: searchWatches.id,
  person: "email",
  fields: {
    email: text("For", searchWatches.email, { sort: searchWatches.email }),
    q: text("Search", searchWatches.q),
    category: text("Category", sql`nullif(${searchWatches.category}, '')`),
    created_at: date("Asked", searchWatches.createdAt, { sort: "rowid" }),
    confirmed_at: date("Confirmed", searchWatches.confirmedAt),
    expires_at: date("Ends", searchWatches.expiresAt, { sort: searchWatches.expiresAt }),
  },
  search: { columns: [[searchWatches.email, fold]], hint: "Beginning of an email address" },
  deletableBy: "staff",
};

const wordsKey = (typed: string) => wordsOf(typed).join(" ");

const newestWeek = sql`(SELECT max(${searches.week}) FROM ${searches})`;
const weekBefore = sql`(SELECT max(${searches.week}) FROM ${searches} WHERE ${searches.week} < ${newestWeek})`;

const inNewest = eq(searches.week, newestWeek);
const inWeekBefore = eq(searches.week, weekBefore);
const isEmpty = gt(searches.empty, 0);
/** Each time, there were sites with all that was asked, and nobody opened one. */
const isIgnored = and(eq(searches.opened, 0), eq(searches.empty, 0))!;

/** What visitors search for: features/searches/. */
const search: Model = {
  ...APP,
  name: "search",
  verboseName: "Search",
  verboseNamePlural: "Searches of visitors",
  note: "A search counts once a visit. “Synonym…” lets this search also find other words. “Product name…” makes it another name of a product. Searches are deleted after twelve weeks, those asked once or twice after two weeks.",
  table: searches,
  key: searches.id,
  fields: {
    q: text("Search", searches.q, { sort: searches.words }),
    week: text("Week of", searches.week),
    asked: number("Asked", searches.asked),
    empty: number("Without an exact result", searches.empty),
    opened: number("Result opened", searches.opened),
  },
  order: { by: [searches.week, searches.asked], label: "Newest week, most asked first" },
  search: {
    columns: [
      [searches.words, wordsKey],
      [searches.week, (typed) => typed.trim()],
    ],
    hint: "Beginning of a search or of a date (2026-11)",
  },
  filters: {
    newest: { label: "Newest week", where: inNewest },
    newest_empty: { label: "Newest week, no exact result", where: and(inNewest, isEmpty)! },
    newest_ignored: { label: "Newest week, nobody opened a result", where: and(inNewest, isIgnored)! },
    before: { label: "Week before", where: inWeekBefore },
    before_empty: { label: "Week before, no exact result", where: and(inWeekBefore, isEmpty)! },
    before_ignored: { label: "Week before, nobody opened a result", where: and(inWeekBefore, isIgnored)! },
  },
  deletableBy: "staff",
};

const MAX_TERM_LENGTH = 60;
const MAX_MEANS = 10;

/** Returns what is wrong with a term. */
function termFault(typed: string): string | undefined {
  const words = wordsOf(typed);
  if (typed.length > MAX_TERM_LENGTH) return `Please enter at most ${MAX_TERM_LENGTH} characters.`;
  if (words.length > MAX_TERM_WORDS) return `Please enter at most ${MAX_TERM_WORDS} words.`;
  return words.every(isLight) ? "Words such as “app” or “best” are not enough." : undefined;
}

/** The message names the wrong term. */
function listFault(typed: string): string | undefined {
  const wrong = termsOf(typed).find((term) => termFault(term));
  return wrong && `“${wrong}”: ${termFault(wrong)}`;
}

const hasNo = (faultOf: (typed: string) => string | undefined) =>
  z.refine<string>((typed) => !faultOf(typed), { error: ({ input }) => faultOf(String(input)) });

const line = (missing: string, normalize = normalizeLine) =>
  z
    .string(missing)
    .check(z.overwrite(normalize), z.minLength(1, { error: missing, abort: true }), z.maxLength(1000, missing));

/** Staff also put semicolons and new lines between terms. */
const normalizeTerms = (typed: string) => termsOf(typed.replaceAll(/[;\n]/g, ",")).map(normalizeLine).join(", ");

const synonym: Model = {
  ...APP,
  name: "synonym",
  verboseName: "Synonym",
  verboseNamePlural: "Synonyms",
  note: "A search for the first text also finds sites for the other terms. It works everywhere after about a quarter of an hour.",
  table: synonyms,
  key: synonyms.id,
  fields: {
    term: text("People search for", synonyms.term, { sort: synonyms.words, editableBy: "staff" }),
    means: longText("Also find", synonyms.means, { editableBy: "staff", hint: "Put a comma between two terms." }),
    is_mutual: yesNo("In both directions", synonyms.isMutual, {
      editableBy: "staff",
      hint: "A search for one of these terms then also finds sites for the first text.",
    }),
    created_at: date("Added", synonyms.createdAt, { sort: "rowid" }),
  },
  search: { columns: [[synonyms.words, wordsKey]], hint: "Beginning of what people search for" },
  rules: z.object({
    term: line("Please enter what people search for.").check(hasNo(termFault)),
    means: line("Please enter what to find as well.", normalizeTerms).check(
      z.refine((typed) => termsOf(typed).length <= MAX_MEANS, `Please enter at most ${MAX_MEANS} terms.`),
      hasNo(listFault),
    ),
    is_mutual: z.boolean("Please choose Yes or No."),
  }),
  toColumns: ({ term }) => (typeof term === "string" ? { words: wordsKey(term) } : {}),
  creation: { by: "staff", columns: (now) => ({ createdAt: now }) },
  // After the response: the change is written, KV may be slow, and cron publishes as well.
  afterWrite: ({ env, executionCtx, var: { db, ports } }) =>
    executionCtx.waitUntil(publishSynonyms(db, { kv: env.SESSIONS, ports }).catch(logError)),
  deletableBy: "staff",
  shownAs: () => ["list"],
};

export const searchModels = [search, synonym, watch];
