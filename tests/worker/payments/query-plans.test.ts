import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#worker/db/connection.ts";
import { listToRead } from "#worker/features/payments/cron.ts";
import { listForbidden } from "#worker/features/payments/stop-forbidden.ts";
import { NOW } from "../support/app.ts";

const db = connect(env.DB);

test.each([
  ["are to be read again", listToRead(db, NOW)],
  ["must not renew", listForbidden(db)],
])("cron uses indexes to find subscriptions that %s", async (_, query) => {
  const { sql, params } = query.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  const details = results.map(({ detail }) => detail);
  expect(details.filter((detail) => /^SCAN (?!.*USING )/.test(detail))).toEqual([]);
  expect(details.join()).toMatch(/subscriptions_(?:to_read|one_running_a_site)/);
});
