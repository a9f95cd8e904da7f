import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { featuredSearch } from "#schema/search/derived-tables.ts";
import { sites } from "#schema/tables/sites.ts";
import { NOW } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";

const db = drizzle(env.DB);
const payer = usePayer();
const { pay, featuredUntil } = payer;
const PAID_UNTIL = NOW + 31 * DAY_MS;

test.each([
  ["longer than was paid", NOW + 50 * DAY_MS, NOW + 50 * DAY_MS],
  ["shorter than was paid", NOW + 10 * DAY_MS, PAID_UNTIL],
])("a listing that staff granted %s is featured until the later date", async (_, grantedUntil, until) => {
  await pay();
  await db.update(sites).set({ grantedUntil }).where(eq(sites.id, payer.siteId));
  expect(await featuredUntil()).toBe(until);
});

test("the search finds a listing among the featured ones only after it is paid for", async () => {
  const found = async () =>
    (
      await db
        .select({ id: featuredSearch.id })
        .from(featuredSearch)
        .where(sql`featured_search MATCH 'name : Penpot'`)
    ).map(({ id }) => id);
  await db.update(sites).set({ name: "Penpot" }).where(eq(sites.id, payer.siteId));
  expect(await found()).toEqual([]);
  await pay();
  expect(await found()).toEqual([payer.siteId]);
});
