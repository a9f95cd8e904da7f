import { eq, sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import { DAY_MS } from "#schema/values/dates.ts";
import { stripeEvents } from "#schema/tables/payments.ts";
import { counters } from "#schema/tables/sites.ts";
import { EVENT_TYPES } from "../../../adapters/stripe/event-types.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";
import { logError } from "../../../log.ts";
import { PER_RUN } from "../in-sequence.ts";
import { applyEvent } from "./events.ts";
import type { SyncParts } from "./parts.ts";

const PAGE = 100;
/** Stripe lists events of that time. The first run reads them all. */
const LISTED_MS = 30 * DAY_MS;
/** An event can appear in Stripe's list a little later than a newer one. */
const LATE_MS = 60 * 60 * 1000;
/** An event that cannot be applied for that long is given up, so that it does not hold up the others. */
const GIVEN_UP_MS = 3 * DAY_MS;
const CURSOR = "stripe.events_until";

/**
 * Applies the events that the webhook has missed. Goes on where the last run ended:
 * https://docs.stripe.com/webhooks/process-undelivered-events
 */
export async function replayEvents(parts: SyncParts): Promise<void> {
  const { db, now } = parts;
  const from = (await readCursor(db)) ?? now - LISTED_MS;
  const found = await listEvents(parts.payments.stripe, from - LATE_MS);
  const applied = await listApplied(
    db,
    found.map(({ id }) => id),
  );
  const events = found.filter(({ id }) => !applied.has(id)).slice(0, PER_RUN);
  let until = now;
  for (const event of events) {
    try {
      await applyEvent(parts, event);
    } catch (error) {
      logError(error);
      if (now - event.created * 1000 < GIVEN_UP_MS) until = Math.min(until, event.created * 1000);
    }
  }
  if (events.length === PER_RUN) until = Math.min(until, events.at(-1)!.created * 1000);
  await writeCursor(db, until);
}

/** Oldest first. Stripe lists the newest first. */
async function listEvents(stripe: Stripe, from: number): Promise<Stripe.Event[]> {
  const types = [...EVENT_TYPES];
  const found: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ types, created: { gte: Math.floor(from / 1000) }, limit: PAGE }))
    found.push(event);
  return found.toReversed();
}

async function listApplied(db: Db, ids: string[]): Promise<Set<string>> {
  const { id } = stripeEvents;
  const rows = await db
    .select({ id })
    .from(stripeEvents)
    .where(sql`${id} IN ${jsonList(ids)}`);
  return new Set(rows.map((row) => row.id));
}

async function readCursor(db: Db): Promise<number | undefined> {
  const [row] = await db.select({ value: counters.value }).from(counters).where(eq(counters.name, CURSOR));
  return row?.value;
}

const writeCursor = (db: Db, value: number) =>
  db
    .insert(counters)
    .values({ name: CURSOR, value })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`excluded.value` } });
