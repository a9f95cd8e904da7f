import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#worker/db/connection.ts";
import { recount } from "#worker/features/backups/recount.ts";
import { mergeStatements } from "#worker/features/products/merge.ts";
import { insertSite } from "../support/factories.ts";
import { insertUser } from "../support/people.ts";
import { randomFrom } from "../support/random.ts";

const HISTORIES = 1000;
const STEPS = 6;
const USERS = Array.from({ length: 20 }, (_, at) => at + 1);

/** Compare the totals that triggers keep with the rows. */
const WRONG = `WITH truth AS (
  SELECT product_id, site_id, size.value AS team_size, count(*) AS count, sum(fields ->> 'still_using' = 'yes') AS yes, sum(fields ->> 'still_using' = 'partly') AS partly,
    sum(fields ->> 'still_using' = 'no') AS no, sum(fields ->> 'time_taken' = 'hours') AS hours, sum(fields ->> 'time_taken' = 'days') AS days,
    sum(fields ->> 'time_taken' = 'weeks') AS weeks, sum(fields ->> 'time_taken' = 'months') AS months
  FROM switches, json_each(json_array('', fields ->> 'team_size')) AS size WHERE state = 'shown' GROUP BY 1, 2, 3
), kept AS (SELECT * FROM switch_counts WHERE count <> 0 OR yes <> 0 OR partly <> 0 OR no <> 0 OR hours <> 0 OR days <> 0 OR weeks <> 0 OR months <> 0)
SELECT (SELECT count(*) FROM (SELECT * FROM truth EXCEPT SELECT * FROM kept)) + (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM truth)) AS wrong`;

test("after 1,000 random histories, the figures equal a recount", async () => {
  for (const id of USERS) await insertUser({ id, email: `${id}@example.com` });
  for (const id of [1, 2, 3]) await insertSite({ id, alternatives: [{ name: "Slack" }, { name: "Teams" }] });
  const { next, pick } = randomFrom(48);
  const run = (statement: string) => env.DB.prepare(statement);
  const row = () => `user_id = ${pick(USERS)} AND product_id = ${pick([1, 2])} AND site_id = ${pick([1, 2, 3])}`;
  const fields = () =>
    JSON.stringify({
      still_using: pick(["yes", "partly", "no"]),
      team_size: pick(["one", "small", "medium", "large"]),
      time_taken: pick(["hours", "days", "weeks", "months"]),
    });
  const steps = [
    () => {
      const user = pick(USERS);
      return `INSERT INTO switches (user_id, product_id, site_id, fields, state, created_at, updated_at)
        VALUES (${user}, ${pick([1, 2])}, ${pick([1, 2, 3])}, '${fields()}', iif(${user} IN suspended_users, 'held', '${pick(["shown", "held"])}'), 0, 0)
        ON CONFLICT DO UPDATE SET fields = excluded.fields`;
    },
    () => `DELETE FROM switches WHERE ${row()}`,
    () => `UPDATE switches SET state = '${pick(["shown", "held"])}' WHERE ${row()} AND user_id NOT IN suspended_users`,
    () => `UPDATE users SET suspended_at = ${pick(["NULL", "1"])} WHERE id = ${pick(USERS)}`,
    () => {
      const id = pick(USERS);
      return `DELETE FROM users WHERE id = ${id}; INSERT INTO users (id, email, created_at, updated_at) VALUES (${id}, '${id}@example.com', 0, 0)`;
    },
  ];
  const chances = [0, 0, 0, 0, 1, 2, 3, 4];
  for (let history = 0; history < HISTORIES; history += 1) {
    const made = Array.from({ length: 1 + (next() % STEPS) }, () => steps[pick(chances)]!().split(";")).flat();
    const results = await env.DB.batch<{ wrong: number }>([...made, WRONG].map(run));
    expect(results.at(-1)!.results[0]!.wrong, made.join("\n")).toBe(0);
  }
  const db = connect(env.DB);
  const [first, ...others] = mergeStatements(db, 1, 2);
  await db.batch([first!, ...others]);
  expect(await run(WRONG).first("wrong"), "after a merge of both products").toBe(0);
  const before = await run("SELECT * FROM switch_counts WHERE count > 0 ORDER BY 1, 2, 3").all();
  expect(before.results.length).toBeGreaterThan(5);
  await recount(db, []);
  expect((await run("SELECT * FROM switch_counts ORDER BY 1, 2, 3").all()).results).toEqual(before.results);
});
