import { lt } from "drizzle-orm";
import { challenges, rateCounters, sessions } from "#schema/tables/accounts.ts";
import type { Bindings } from "../env.ts";
import { removeUnusedUploads } from "../features/media/uploads.ts";
import { connect } from "../http/database.ts";

/** What the cron trigger runs. Each job may run twice, late or not at all without harm. */
export async function runSchedule(env: Bindings, now: number): Promise<void> {
  const db = connect(env.DB);
  await db.batch([
    db.delete(challenges).where(lt(challenges.expiresAt, now)),
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(rateCounters).where(lt(rateCounters.expiresAt, now)),
  ]);
  await removeUnusedUploads(db, env.MEDIA, now);
}
