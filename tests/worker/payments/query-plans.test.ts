import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#worker/db/connection.ts";
import { listRenewalsToAnnounce, listRenewalsToStop, listWaiting } from "#worker/features/payments/cron.ts";
import { NOW } from "../support/app.ts";

const db = connect(env.DB);

test.each([
  ["wait for something", listWaiting(db, NOW)],
  ["must not renew", listRenewalsToStop(db)],
  ["renew soon", listRenewalsToAnnounce(db, NOW)],
])("cron uses indexes to find subscriptions that %s", async (_, query) => {
  const { sql, params } = query.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  const details = results.map(({ detail }) => detail);
  expect(details.filter((detail) => /^SCAN (?!.*USING )/.test(detail))).toEqual([]);
  // The indexes contain only subscriptions that have not ended.
  expect(details.join()).toMatch(/subscriptions_(?:running|one_running_a_site)/);
});
