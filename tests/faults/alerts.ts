import type { Fault } from "./fault.ts";

const folder = "worker/features/alerts";
const tests = ["tests/worker/alerts/alerts.test.ts"];
const claim = { file: `${folder}/claim.ts`, tests };
const raise = { file: `${folder}/raise.ts`, tests };
const count = { file: `${folder}/count-responses.ts`, tests };
const details = { file: "worker/features/health/details.ts", tests: ["tests/worker/health/details.test.ts"] };

export const alerts: Fault[] = [
  {
    ...claim,
    name: "each failure within the hour after an alert is an alert",
    find: "held: ifDue(0, sql`${held} + 1`),",
    put: "held: 0,",
  },
  {
    ...claim,
    name: "an alert forgets what has happened since the one before",
    find: "reported: ifDue(sql`${held} + 1`, reported),",
    put: "reported: 1,",
  },
  {
    ...claim,
    name: "without D1, each failure is an alert",
    find: "if (last && last.sentAt > now - HOUR_MS)",
    put: "if (last && last.sentAt > now)",
  },
  {
    ...claim,
    name: "cron sends an alert again although nothing has happened since",
    find: "gt(alerts.held, 0), lte(",
    put: "gt(alerts.held, -1), lte(",
  },
  {
    ...raise,
    name: "an alert that no channel accepts is lost",
    find: "return accepted.includes(true);",
    put: "return accepted.length > 0;",
  },
  {
    ...raise,
    name: "while D1 is down, nobody gets an alert",
    find: "    claimInMemory(known.get(kind), event.now),\n",
    put: "    ({ ...claimInMemory(known.get(kind), event.now), held: 1 }),\n",
  },
  {
    ...raise,
    name: "an alert contains what a provider said about a person",
    find: "detail: withoutPersonalData(detail), now",
    put: "detail, now",
  },
  {
    ...raise,
    name: "alerts ignore ALERT_EMAIL",
    find: "env.ALERT_EMAIL || site.supportEmail",
    put: "site.supportEmail",
  },
  {
    ...raise,
    name: "the other channels get no alert",
    find: ", ...ports.alertChannels };",
    put: " };",
  },
  {
    ...count,
    name: "an outage with few requests is no alert",
    find: " || (failures >= 2 && failures > requests / 2)",
    put: "",
  },
  {
    ...count,
    name: "one failure of three responses is an alert",
    find: "(failures >= 2 && failures > requests / 2)",
    put: "failures > requests / 4",
  },
  {
    ...count,
    name: "a call of a part that is not set up counts as a failure",
    find: "c.res.status >= 500 && !isExpected(c.error)",
    put: "c.res.status >= 500",
  },
  {
    ...count,
    name: "counts are lost if D1 is down",
    find: "if (!sums) for",
    put: "if (sums && !sums) for",
  },
  {
    ...count,
    name: "each response writes a row",
    find: "const WRITE_MS = MINUTE_MS;",
    put: "const WRITE_MS = 0;",
  },
  {
    ...count,
    name: "nobody learns that the cron does not run",
    find: "now - sums.watchedSince > CRON_MISSING_MS",
    put: "now - sums.watchedSince > 1000 * CRON_MISSING_MS",
  },
  {
    file: "worker/jobs/watch-queues.ts",
    name: "a queue that shrinks is an alert",
    find: "before === 0 || backlogCount < before ||",
    put: "before === 0 ||",
    tests,
  },
  {
    file: "worker/jobs/schedule.ts",
    name: "a failed cron run is no alert",
    find: "if (failed.length > 0) await",
    put: "if (failed.length > 99) await",
    tests,
  },
  {
    file: "worker/features/payments/webhook-routes.ts",
    name: "a webhook that failed is no alert",
    find: "      c.executionCtx.waitUntil(raiseAlert(",
    put: "      void (() => raiseAlert(",
    tests: ["tests/worker/payments/webhook.test.ts"],
  },
  {
    file: "worker/adapters/alert-webhook.ts",
    name: "an alert mentions everybody in the chat",
    find: "escapeText(lines.join(",
    put: "String(lines.join(",
    tests,
  },
  {
    file: "worker/db/connection.ts",
    name: "rows that a single query reads are not counted",
    find: "raw: async () => countRows(await statement.all()).results",
    put: "raw: async () => (await statement.all()).results",
    tests,
  },
  {
    file: "worker/features/backups/dump.ts",
    name: "a query names two columns of its result alike",
    find: '`"${key}" AS "paging ${key}"`',
    put: '`"${key}"`',
    tests: ["tests/worker/backups"],
  },
  {
    ...details,
    name: "the newest alert stands last",
    find: "orderBy(desc(alerts.happenedAt))",
    put: "orderBy(alerts.happenedAt)",
  },
  {
    ...details,
    name: "images that nobody fetches any more count as waiting",
    find: "sql`${imageFetches} WHERE ${isNotNull(imageFetches.dueAt)}`",
    put: "sql`${imageFetches}`",
  },
  {
    ...details,
    name: "local runs say that the cron is missing",
    find: " && !isLocal(c.env)",
    put: "",
  },
  {
    ...details,
    file: "worker/features/outbox/queries.ts",
    name: "a mail that was given up counts as waiting",
    find: "sql`${outbox} WHERE ${isWaiting}`",
    put: "sql`${outbox} WHERE ${isNull(outbox.sendingAt)}`",
  },
];
