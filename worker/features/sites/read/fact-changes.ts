import { desc, eq, sql } from "drizzle-orm";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import { isFactName } from "#schema/facts/facts.ts";
import type { FactChange } from "#schema/pages/pages.ts";
import { factChanges } from "#schema/tables/facts.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";

const CHANGES_MAX = 20;

/** Selects the newest changes of a site's facts, along the index of the site's days. */
export const factChangesStatement = (db: Db, slug: string) =>
  db
    .select({
      fact: factChanges.fact,
      before: factChanges.before,
      after: factChanges.after,
      day: factChanges.day,
    })
    .from(factChanges)
    .where(eq(factChanges.siteId, sql`(SELECT ${sites.id} FROM ${sites} WHERE ${sites.slug} = ${slug})`))
    .orderBy(desc(factChanges.day), desc(factChanges.fact))
    .limit(CHANGES_MAX);

type ChangeRow = Awaited<ReturnType<typeof factChangesStatement>>[number];

/** Leaves out facts that are no longer declared. */
export const toFactChanges = (rows: ChangeRow[]): FactChange[] =>
  rows.flatMap(({ fact, before, after, day }) =>
    isFactName(fact)
      ? [{ fact, before: parse(before), after: parse(after), day: isoDay(day * DAY_MS) } as FactChange]
      : [],
  );

const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
