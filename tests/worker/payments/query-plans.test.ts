import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#worker/db/connection.ts";
import { listToTell } from "#worker/features/payments/brought.ts";
import { listToRead } from "#worker/features/payments/cron.ts";
import { listForbidden } from "#worker/features/payments/stop-forbidden.ts";
import { NOW } from "../support/app.ts";
import { planOf } from "../support/query-plan.ts";

const db = connect(env.DB);

test.each([
  ["are to be read again", listToRead(db, NOW)],
  ["must not renew", listForbidden(db)],
  ["have been paid for a month", listToTell(db, NOW)],
])("cron uses indexes to find subscriptions that %s", async (_, query) => {
  const details = await planOf(query.toSQL().sql);
  expect(details.filter((detail) => /^SCAN (?!.*USING )/.test(detail))).toEqual([]);
  expect(details.join()).toMatch(/subscriptions_(?:to_read|one_running_a_site)/);
});
