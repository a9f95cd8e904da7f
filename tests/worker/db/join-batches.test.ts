import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#worker/db/connection.ts";
import { joinBatches } from "#worker/db/join-batches.ts";
import { queryRows } from "#worker/db/raw.ts";
import { meter } from "../../support/meter.ts";

test("batches of one turn are one round trip, and a batch after them is another one", async () => {
  const metered = meter(env.DB as never);
  const db = joinBatches(connect(metered.d1 as never));
  const read = async (...numbers: number[]) => {
    const [first, ...others] = numbers.map((n) => queryRows(db, { n: sql<number>`${n}` }, (all) => sql`SELECT ${all}`));
    return (await db.batch([first!, ...others])).map(([row]) => row!.n);
  };
  expect(await Promise.all([read(1, 2), read(3)])).toEqual([[1, 2], [3]]);
  expect(await read(4)).toEqual([4]);
  expect(metered.roundTrips).toBe(2);
});
