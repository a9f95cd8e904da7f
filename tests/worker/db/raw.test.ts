import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, expectTypeOf, test } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import { articles, sites } from "#schema/tables/sites.ts";
import { connect } from "#worker/db/connection.ts";
import { jsonList } from "#worker/db/json-list.ts";
import { nullable, queryRows } from "#worker/db/raw.ts";
import { failBatchUnless } from "#worker/db/fail-batch.ts";

const db = connect(env.DB);

const person = (email: string) => ({ email, createdAt: 1, updatedAt: 1 });

test("a query decodes columns and expressions, both awaited and in a batch", async () => {
  await db.insert(users).values([person("ada@example.test"), { ...person("bob@example.test"), isStaff: true }]);
  const selection = { id: users.id, isStaff: users.isStaff, isFirst: sql`${users.id} = 1`.mapWith(Boolean) };
  const query = () =>
    queryRows(
      db,
      selection,
      (columns) => sql`SELECT ${columns} FROM ${users} WHERE ${users.id} IN ${jsonList([1, 2, 2])}`,
    );
  const expected = [
    { id: 1, isStaff: false, isFirst: true },
    { id: 2, isStaff: true, isFirst: false },
  ];
  const found = await query();
  expect(found).toEqual(expected);
  expectTypeOf(found).toEqualTypeOf<{ id: number; isStaff: boolean; isFirst: boolean }[]>();
  const [inBatch, ids] = await db.batch([query(), db.select({ id: users.id }).from(users)]);
  expect(inBatch).toEqual(expected);
  expectTypeOf(inBatch).toEqualTypeOf<typeof found>();
  expect(ids).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a query returns inserted rows, and null for a table without a match in a join", async () => {
  const returned = await queryRows(
    db,
    { id: users.id, email: users.email },
    (columns) =>
      sql`INSERT INTO ${users} (email, created_at, updated_at) VALUES ('eve@example.test', 1, 1) RETURNING ${columns}`,
  );
  expect(returned).toEqual([{ id: 1, email: "eve@example.test" }]);
  const joined = await queryRows(
    db,
    { email: users.email, content: nullable(articles.content) },
    (columns) =>
      sql`SELECT ${columns} FROM ${users} LEFT JOIN ${sites} ON ${sites.ownerId} = ${users.id}
        LEFT JOIN ${articles} ON ${articles.siteId} = ${sites.id}`,
  );
  expect(joined).toEqual([{ email: "eve@example.test", content: null }]);
  expectTypeOf(joined).toEqualTypeOf<{ email: string; content: string | null }[]>();
});

test("a failed condition rolls back its whole batch", async () => {
  await db.insert(users).values(person("ada@example.test"));
  const change = (condition: boolean) =>
    db.batch([
      db.update(users).set({ firstName: "Ada" }).where(eq(users.id, 1)),
      db
        .update(users)
        .set({ updatedAt: failBatchUnless(sql`${condition}`, users.updatedAt, 2) })
        .where(eq(users.id, 1)),
    ]);
  await expect(change(false)).rejects.toThrow("A D1 batch failed.");
  expect(await db.select({ name: users.firstName }).from(users)).toEqual([{ name: "" }]);
  await change(true);
  expect(await db.select({ name: users.firstName, at: users.updatedAt }).from(users)).toEqual([{ name: "Ada", at: 2 }]);
});
