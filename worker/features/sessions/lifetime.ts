import { MAX_SESSION_DAYS, STAFF_SESSION_IDLE_HOURS } from "#schema/accounts.ts";
import { SESSION_SECONDS } from "../../http/cookies.ts";
import { isStaff, type Rights } from "./signed-in.ts";

const HOUR_MS = 3_600_000;
const SESSION_MS = SESSION_SECONDS * 1000;
/** The maximum age of a session, in milliseconds. Use does not extend it. */
export const MAX_SESSION_MS = MAX_SESSION_DAYS * 24 * HOUR_MS;
/**
 * The minimum time between two KV writes of a session in use. The stored time of last use is up to this much too old.
 */
const RENEW_MS = HOUR_MS;
const STAFF_RENEW_MS = 300_000;

type Times = { createdAt: number; lastUsedAt: number };

/** Whether a session has not expired. `rights` are the user's current ones: sessions of staff expire sooner. */
export const isOpen = ({ createdAt, lastUsedAt }: Times, rights: Rights, now: number): boolean =>
  now < createdAt + MAX_SESSION_MS &&
  now < lastUsedAt + (isStaff(rights) ? STAFF_SESSION_IDLE_HOURS * HOUR_MS : SESSION_MS);

export const isRenewalDue = ({ lastUsedAt }: Times, rights: Rights, now: number): boolean =>
  now - lastUsedAt >= (isStaff(rights) ? STAFF_RENEW_MS : RENEW_MS);

/** Returns for how many seconds a session of a regular user lasts if it is used now. */
export const secondsLeft = ({ createdAt }: { createdAt: number }, now: number): number =>
  Math.ceil(Math.min(SESSION_MS, createdAt + MAX_SESSION_MS - now) / 1000);
