import { MAX_SESSION_DAYS, STAFF_SESSION_IDLE_HOURS } from "#schema/accounts/accounts.ts";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { SESSION_SECONDS } from "../../http/cookies.ts";
import { isStaff, type Rights } from "../../signed-in.ts";

const SESSION_MS = SESSION_SECONDS * 1000;
/** Use does not extend this age. */
export const MAX_SESSION_MS = MAX_SESSION_DAYS * DAY_MS;
/** Minimum time between two KV writes of the last use, so the stored time is up to this much too old. */
const RENEW_MS = HOUR_MS;
const STAFF_RENEW_MS = 300_000;

type Times = { createdAt: number; lastUsedAt: number };

/** `rights` are the user's current ones: sessions of staff expire sooner. */
export const isOpen = ({ createdAt, lastUsedAt }: Times, rights: Rights, now: number): boolean =>
  now < createdAt + MAX_SESSION_MS &&
  now < lastUsedAt + (isStaff(rights) ? STAFF_SESSION_IDLE_HOURS * HOUR_MS : SESSION_MS);

export const isRenewalDue = ({ lastUsedAt }: Times, rights: Rights, now: number): boolean =>
  now - lastUsedAt >= (isStaff(rights) ? STAFF_RENEW_MS : RENEW_MS);

/** Lifetime of a regular user's session after a use at `usedAt`. */
export const secondsLeft = ({ createdAt }: { createdAt: number }, usedAt: number): number =>
  Math.ceil(Math.min(SESSION_MS, createdAt + MAX_SESSION_MS - usedAt) / 1000);
