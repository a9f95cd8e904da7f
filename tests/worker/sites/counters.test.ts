import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { expectCountersToEqualTables } from "../support/derived-data.ts";
import { insertSite } from "../support/factories.ts";

const run = (sql: string) => env.DB.prepare(sql).run();

test("counters follow sites, reviews, categories, alternatives, likes and deleted accounts", async () => {
  await run(
    "INSERT INTO users (id, email, created_at, updated_at) VALUES (1, 'a@example.com', 0, 0), (2, 'b@example.com', 0, 0)",
  );
  await insertSite({ name: "A", category: "finance", alternatives: [{ name: "Slack" }, { name: "Zoom" }] });
  await insertSite({ name: "B", category: "finance", alternatives: [{ name: "Slack" }] });
  await insertSite({ name: "C", review: "pending", alternatives: [{ name: "Slack" }] });
  const steps = [
    "UPDATE sites SET owner_id = 1 WHERE name = 'A'",
    "INSERT INTO likes (user_id, site_id, created_at) SELECT users.id, sites.id, 0 FROM users, sites",
    "UPDATE sites SET review = 'active' WHERE name = 'C'",
    "UPDATE sites SET category = 'education' WHERE name = 'B'",
    "UPDATE sites SET review = 'pending', category = 'security' WHERE name = 'B'",
    "UPDATE sites SET review = 'active', category = 'communication' WHERE name = 'B'",
    "UPDATE alternatives SET product_id = (SELECT id FROM products WHERE name = 'Zoom') WHERE site_id = (SELECT id FROM sites WHERE name = 'C')",
    "DELETE FROM alternatives WHERE site_id = (SELECT id FROM sites WHERE name = 'B')",
    "DELETE FROM likes WHERE user_id = 2 AND site_id = (SELECT id FROM sites WHERE name = 'A')",
    "DELETE FROM users WHERE id = 2",
    "DELETE FROM users WHERE id = 1",
    "DELETE FROM sites",
  ];
  await expectCountersToEqualTables();
  for (const step of steps) {
    await run(step);
    await expectCountersToEqualTables();
  }
  const { results } = await env.DB.prepare(
    `SELECT rowid FROM site_search UNION ALL SELECT rowid FROM site_name_search
       UNION ALL SELECT rowid FROM site_stem_search UNION ALL SELECT rowid FROM featured_search`,
  ).all();
  expect(results).toEqual([]);
});
