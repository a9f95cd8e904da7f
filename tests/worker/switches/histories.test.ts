// @module-tag long
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MIN_FIGURES, STILL_USING, type StillUsing, TIMES_TAKEN, type TimeTaken } from "#schema/sites/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { switches } from "#schema/tables/switches.ts";
import { connect } from "#worker/db/connection.ts";
import { mergeStatements } from "#worker/features/products/merge.ts";
import { movedStatements, toMoved } from "#worker/features/switches/figures.ts";
import { insertSite } from "../support/factories.ts";
import { insertUser } from "../support/people.ts";
import { randomFrom } from "../support/random.ts";
import { FIELDS } from "../support/switches.ts";

const HISTORIES = 1000;
const STEPS = 6;
const USERS = Array.from({ length: 20 }, (_, at) => at + 1);
const [USING, TIMES] = [Object.keys(STILL_USING) as StillUsing[], Object.keys(TIMES_TAKEN) as TimeTaken[]];

test("after 1,000 random histories, the figures equal a recount", async () => {
  const db = connect(env.DB);
  for (const id of USERS) await insertUser({ id, email: `${id}@example.com` });
  for (const id of [1, 2, 3])
    await insertSite({ id, slug: `site-${id}`, alternatives: [{ name: "Slack" }, { name: "Teams" }] });
  const { next, pick } = randomFrom(48);
  const row = () => `user_id = ${pick(USERS)} AND product_id = ${pick([1, 2])} AND site_id = ${pick([1, 2, 3])}`;
  const answered = () =>
    JSON.stringify({
      ...FIELDS,
      still_using: pick(USING),
      team_size: pick(["one", "small"]),
      time_taken: pick(TIMES),
      missing: [],
    });
  const steps = [
    () => `INSERT INTO switches (user_id, product_id, site_id, fields, state, created_at, updated_at)
      VALUES (${pick(USERS)}, ${pick([1, 2])}, ${pick([1, 2, 3])}, '${answered()}', '${pick(["shown", "held"])}', 0, 0)
      ON CONFLICT DO UPDATE SET fields = excluded.fields`,
    () => `DELETE FROM switches WHERE ${row()}`,
    () => `UPDATE switches SET state = '${pick(["shown", "held", "refused"])}' WHERE ${row()}`,
    () => `UPDATE users SET suspended_at = ${pick(["NULL", "1"])} WHERE id = ${pick(USERS)}`,
    () => {
      const id = pick(USERS);
      return `DELETE FROM users WHERE id = ${id}; INSERT INTO users (id, email, created_at, updated_at) VALUES (${id}, '${id}@example.com', 0, 0)`;
    },
  ];
  const chances = [0, 0, 0, 0, 1, 2, 3, 4];

  async function compare(productId: number, team: "one" | null, what: string) {
    const [pairs, newest] = await db.batch(movedStatements(db, eq(switches.productId, productId), team));
    const shown = toMoved([pairs, newest], team);
    const [rows, people] = await db.batch([db.select().from(switches), db.select().from(users)]);
    const suspended = new Set(people.filter(({ suspendedAt }) => suspendedAt !== null).map(({ id }) => id));
    const counted = rows.filter(
      ({ state, userId, fields, ...one }) =>
        one.productId === productId &&
        state === "shown" &&
        !suspended.has(userId) &&
        (!team || fields.team_size === team),
    );
    const recount = [...Map.groupBy(counted, ({ siteId }) => siteId)].map(([siteId, list]) => {
      const times = list.map(({ fields }) => TIMES.indexOf(fields.time_taken)).toSorted();
      const stayed = USING.map((using) => [using, list.filter(({ fields }) => fields.still_using === using).length]);
      return {
        slug: `site-${siteId}`,
        count: list.length,
        time: TIMES[times[Math.floor(times.length / 2)]!],
        ...Object.fromEntries(stayed),
      };
    });
    const bySlug = (a: { slug: string }, b: { slug: string }) => a.slug.localeCompare(b.slug);
    const figures = shown.pairs.map(({ site: { slug }, product: _, ...rest }) => ({ slug, ...rest }));
    expect(figures.toSorted(bySlug), what).toEqual(recount.toSorted(bySlug));
  }

  for (let history = 0; history < HISTORIES; history += 1) {
    const made = Array.from({ length: 1 + (next() % STEPS) }, () => steps[pick(chances)]!().split("; ")).flat();
    await env.DB.batch(made.map((statement) => env.DB.prepare(statement)));
    await compare(pick([1, 2]), pick([null, "one"]), made.join("\n"));
  }
  const [first, ...others] = mergeStatements(db, 1, 2);
  await db.batch([first!, ...others]);
  await compare(2, null, "after a merge of both products");
  expect((await db.select().from(switches)).length).toBeGreaterThan(MIN_FIGURES);
});
