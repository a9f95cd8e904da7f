import { desc, sql } from "drizzle-orm";
import { rateCounters, users } from "#schema/tables/accounts.ts";
import { counters, sites } from "#schema/tables/sites.ts";
import type { Bindings } from "../../env.ts";
import { connect, type Db, violatesConstraint } from "../../db/connection.ts";
import { randomToken } from "../../http/signing.ts";
import { requireNoUnfinishedRestore } from "../backups/unfinished-restore.ts";

/** What a check may do: each probe that writes costs money, so strangers only read. */
export type Mode = "read" | "write";

/** One check for each part of the platform. It rejects if the part cannot be used. */
export const PROBES: Record<string, (env: Bindings, mode: Mode) => Promise<unknown>> = {
  async d1({ DB }, mode) {
    const db = connect(DB);
    await readD1(db);
    if (mode === "write") await writeD1(db);
  },
  // A read returns null even if the namespace does not exist. Only a write shows it.
  async kv({ SESSIONS }, mode) {
    if (mode === "read") return SESSIONS.get("health");
    return SESSIONS.put(`health:${randomToken()}`, "", { expirationTtl: 60 });
  },
  async r2({ MEDIA }, mode) {
    if (mode === "read") return MEDIA.head("health");
    const key = `health/${randomToken()}`;
    await MEDIA.put(key, "");
    return MEDIA.delete(key);
  },
};

async function readD1(db: Db): Promise<void> {
  await requireNoUnfinishedRestore(db);
  await db.batch([
    db.select({ id: users.id }).from(users).orderBy(desc(users.id)).limit(1),
    db.select({ id: sites.id }).from(sites).orderBy(desc(sites.id)).limit(1),
    db.select({ value: counters.value }).from(counters).limit(1),
  ]);
}

/** A full database still answers reads, so this batch writes 40 KB. Its second statement fails and rolls the write back. */
async function writeD1(db: Db): Promise<void> {
  const counter = { key: "health", count: 0, expiresAt: 0 };
  await db
    .batch([
      db.insert(rateCounters).values({ ...counter, key: sql`hex(zeroblob(20000))` }),
      db.insert(rateCounters).values({ ...counter, count: sql`NULL` }),
    ])
    .catch((error: unknown) => {
      if (!violatesConstraint(error, rateCounters.count)) throw error;
    });
}

const KNOWN_PROBLEMS: [RegExp, string][] = [
  // D1's error messages: https://developers.cloudflare.com/d1/observability/debug-d1/
  [/SQLITE_FULL|disk is full|maximum DB size|maximum account storage/i, "is full"],
  [/SQLITE_CORRUPT|SQLITE_NOTADB|malformed|not a database|no such table/i, "is damaged or not migrated"],
  [/restore of this database has not finished/, "has an unfinished restore"],
  // The TypeError of a missing binding: "Cannot read properties of undefined".
  [/undefined/, "is not bound"],
];

/** Returns a fixed phrase, such as "is full". The endpoint is public, so it never shows the text of an error. */
export function describeProblem(error: unknown): string {
  const messages: string[] = [];
  for (let next: unknown = error; next instanceof Error; next = next.cause) messages.push(next.message);
  return (
    KNOWN_PROBLEMS.find(([pattern]) => messages.some((message) => pattern.test(message)))?.[1] ?? "does not answer"
  );
}
