import { type AliveState, isGone, type Standing } from "#schema/sites/life.ts";
import type { Facts } from "#schema/facts/facts.ts";
import type { sites } from "#schema/tables/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import type { Found } from "./check-link.ts";

const MAY_BE_CLOSED_MS = 14 * DAY_MS;
const CLOSED_MS = 60 * DAY_MS;
const ARCHIVED_MS = 365 * DAY_MS;
const MONTH_DAYS = 30;

export type Life = Pick<
  typeof sites.$inferSelect,
  "id" | "aliveState" | "aliveSince" | "archivedSince" | "checkedAt" | "movedTo" | "standingByStaff"
>;

/** What a check changes. `facts` are those of the site after it. */
export function lifeAfter(before: Life, found: Found, { facts, now }: { facts: Facts; now: number }) {
  const { state } = found;
  const isSame = state === before.aliveState || (isGone(state) && isGone(before.aliveState));
  const aliveSince = isSame ? (before.aliveSince ?? now) : now;
  const archivedSince = facts.archived ? (before.archivedSince ?? now) : null;
  const standing = standingOf(before.standingByStaff, { state, since: aliveSince, archivedSince }, now);
  return {
    aliveState: state,
    aliveSince,
    checkedAt: now,
    archivedSince,
    // Otherwise the owner would be told again when the site is back.
    movedTo: found.to ?? (isGone(state) ? before.movedTo : null),
    standing,
    checkDueAt: now + DAY_MS * daysToNext(before, isGone(state) && standing !== "closed"),
  };
}

/** The first checks of many imported sites come at once. Their next ones are spread over the month. */
const daysToNext = ({ id, checkedAt }: Life, mustRepeat: boolean) =>
  mustRepeat ? 1 : checkedAt === null ? 1 + (id % MONTH_DAYS) : MONTH_DAYS;

type Signs = { state: AliveState; since: number; archivedSince: number | null };

export function standingOf(
  byStaff: Standing | "checked",
  { state, since, archivedSince }: Signs,
  now: number,
): Standing {
  if (byStaff !== "checked") return byStaff;
  const goneMs = isGone(state) ? now - since : 0;
  if (goneMs >= CLOSED_MS) return "closed";
  const isLongArchived = archivedSince !== null && now - archivedSince >= ARCHIVED_MS;
  return goneMs >= MAY_BE_CLOSED_MS || isLongArchived ? "may_be_closed" : "open";
}
