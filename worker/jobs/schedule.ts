import { lt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { challenges } from "#schema/tables/accounts.ts";
import type { Bindings } from "../env.ts";

/** What the cron trigger runs. Each job may run twice, late or not at all without harm. */
export async function runSchedule(env: Bindings, now: number): Promise<void> {
  const db = drizzle(env.DB);
  await db.delete(challenges).where(lt(challenges.expiresAt, now));
}
