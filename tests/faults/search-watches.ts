import type { Fault } from "./fault.ts";

const asking = "tests/worker/search-watches/ask.test.ts";
const checking = "tests/worker/search-watches/check.test.ts";
const stopping = "tests/worker/search-watches/unsubscribe.test.ts";
const routes = { file: "worker/features/search-watches/routes.ts", tests: [asking, stopping] };
const queries = { file: "worker/features/search-watches/queries.ts", tests: [asking, checking, stopping] };
const check = { file: "worker/features/search-watches/check.ts", tests: [checking] };
const exact = { file: check.file, tests: ["tests/unit/search-watches"] };
const mails = { file: "worker/features/search-watches/mails.ts", tests: [asking, checking] };
const links = { file: "worker/features/search-watches/links.ts", tests: [asking, stopping] };
const account = "tests/worker/accounts/account-data.test.ts";

export const searchWatches: Fault[] = [
  {
    ...routes,
    name: "a link that was not mailed blocks the next one for a day",
    find: "    await forgetMailed(db, id).catch(logError);\n",
    put: "    void [forgetMailed, db, id];\n",
  },
  {
    ...routes,
    name: "opening the link confirms the search",
    find: "requireOpen(await findWatch(c.var.db, requireId(c), c.var.ports.now()))",
    put: "requireOpen(await confirmWatch(c.var.db, requireId(c), c.var.ports.now()))",
  },
  {
    ...routes,
    name: "any POST unsubscribes",
    find: "if (asked !== STOP_VALUE)",
    put: "if (asked === null)",
  },
  {
    ...links,
    name: "a link confirms every search",
    find: 'return id !== "" && isEqual(signature, signWatch(secretKey, Number(id))) ? Number(id) : undefined;',
    put: 'return id !== "" && isEqual(signature, signature) ? Number(id) : undefined;',
  },
  {
    ...mails,
    name: "mail programs offer no unsubscription with one click",
    find: "  [`${STOP_FIELD}-Post`]: `${STOP_FIELD}=${STOP_VALUE}`,\n",
    put: "",
  },
  {
    ...queries,
    name: "the same search sends a mail each time",
    find: "lte(searchWatches.mailedAt, now - RESEND_MS)",
    put: "lte(searchWatches.mailedAt, now)",
  },
  {
    ...queries,
    name: "other spellings of a search send further mails",
    find: 'const words = wordsOf(q).join(" ");',
    put: "const words = wordsOf(q).length > 0 ? q : q;",
  },
  {
    ...queries,
    name: "an email address waits for any number of searches",
    find: "WHERE ${isKnown} OR ${isBelowMax}",
    put: "WHERE ${isKnown} OR ${isBelowMax} OR true",
  },
  {
    ...queries,
    name: "asking again takes back a confirmation",
    find: "and(isNull(searchWatches.confirmedAt), lte(",
    put: "and(isNull(sql`NULL`), lte(",
  },
  {
    ...queries,
    name: "a second press makes the wait longer",
    find: "sql`iif(${confirmedAt} IS NULL, ${now + WATCH_DAYS * DAY_MS}, ${expiresAt})`",
    put: "sql`iif(true, ${now + WATCH_DAYS * DAY_MS}, ${expiresAt})`",
  },
  {
    ...queries,
    name: "an ended search can be confirmed",
    find: "gt(searchWatches.expiresAt, now));\nconst SEARCH",
    put: "gt(searchWatches.expiresAt, 0 * now));\nconst SEARCH",
  },
  {
    ...queries,
    name: "unconfirmed searches get a mail",
    find: "sql`${searchWatches.confirmedAt} IS NOT NULL`,",
    put: "sql`true`,",
  },
  {
    ...queries,
    name: "every run searches for all who wait",
    find: "        lt(searchWatches.seen, published),\n",
    put: "",
  },
  {
    ...queries,
    name: "an ended search gets a mail before cron deletes it",
    find: "        gt(searchWatches.expiresAt, now),\n",
    put: "",
  },
  {
    ...queries,
    name: "the newest searches are checked first, so old ones never are",
    find: ".orderBy(searchWatches.seen, searchWatches.id)",
    put: ".orderBy(sql`${searchWatches.seen} DESC, ${searchWatches.id} DESC`)",
  },
  {
    ...queries,
    name: "concurrent runs mail a person twice",
    find: "sql`FROM ${searchWatches} WHERE ${eq(searchWatches.id, id)}`)",
    put: "sql`WHERE true`)",
  },
  {
    ...queries,
    name: "a search waits on after its mail",
    find: "    db.delete(searchWatches).where(eq(searchWatches.id, id)),\n",
    put: "",
  },
  {
    ...queries,
    name: "a mail that waits is sent after the person has unsubscribed",
    find: "db.delete(outbox).where(and(gt(outbox.key, from)",
    put: "db.delete(outbox).where(and(sql`false`, gt(outbox.key, from)",
  },
  {
    ...check,
    name: "searches that always fail keep others from being checked",
    find: ": void unmet.push(group[index]!.id),",
    put: ": found.status === 'rejected' || void unmet.push(group[index]!.id),",
  },
  {
    ...check,
    name: "cron does not tell the operator of failed searches",
    find: "if (failures.length > 0)",
    put: "if (failures.length > 1000)",
  },
  {
    ...check,
    name: "a site for another spelling is mailed",
    find: "corrected_query === undefined ? results.slice(0, exact_count) : []",
    put: "corrected_query === null ? [] : results.slice(0, exact_count)",
  },
  {
    ...exact,
    name: "a site that is only close is mailed",
    find: "corrected_query === undefined ? results.slice(0, exact_count) : []",
    put: "corrected_query === undefined && exact_count >= 0 ? results : []",
  },
  {
    ...check,
    name: "a search in a category is met by a site in another one",
    find: "({ q, category: category || null })",
    put: "({ q, category: category === q ? null : null })",
  },
  {
    name: "a mail from the outbox loses the headers to unsubscribe",
    file: "worker/features/outbox/queries.ts",
    find: "  ...(headers && { headers }),\n",
    put: "",
    tests: [checking],
  },
  {
    name: "a site that staff approve is not noticed",
    file: "migrations/0009_search_watches.sql",
    find: "WHEN new.review = 'active' AND old.review <> 'active' BEGIN",
    put: "WHEN new.review = 'active' AND old.review = 'active' BEGIN",
    tests: [checking],
  },
  {
    name: "deleting an account leaves the searches of its email address",
    file: "worker/features/accounts/user/delete-account-rows.ts",
    find: "    db.delete(searchWatches).where(inArray(searchWatches.email, email)),\n",
    put: "",
    tests: [account],
  },
  {
    name: "the data export contains the searches of others",
    file: "worker/features/accounts/user/data-export.ts",
    find: "from(searchWatches).where(eq(searchWatches.email, email))",
    put: "from(searchWatches)",
    tests: [account],
  },
  {
    name: "a restore brings back searches that people have ended",
    file: "worker/features/backups/tables.ts",
    find: "  searchWatches,\n",
    put: "",
    tests: ["tests/worker/backups"],
  },
];
