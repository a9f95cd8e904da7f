import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { listDueForCheck, listRenewalsToStop, listUnsentNotices } from "#worker/features/payments/cron-queries.ts";
import { connect } from "#worker/db/connection.ts";
import { NOW } from "../support/app.ts";

const db = connect(env.DB);

test.each([
  ["due for a check", listDueForCheck(db, { now: NOW, recheckBefore: NOW, refreshBefore: NOW })],
  ["to be stopped", listRenewalsToStop(db)],
  ["without their mail", listUnsentNotices(db, { now: NOW, endingBefore: NOW, renewingBefore: NOW })],
])("cron uses indexes to find subscriptions that are %s", async (_, query) => {
  const { sql, params } = query.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  const details = results.map(({ detail }) => detail);
  expect(details.filter((detail) => /^SCAN (?!.*USING )/.test(detail))).toEqual([]);
  // Both indexes contain only subscriptions that have not ended.
  expect(details.join()).toMatch(/subscriptions_(?:live|one_live_a_site)/);
});
