import { MAX_SESSION_DAYS, STAFF_SESSION_IDLE_HOURS } from "#schema/accounts.ts";
import { SESSION_SECONDS } from "../../http/cookies.ts";
import { isStaff, type Rights } from "./signed-in.ts";

const HOUR_MS = 3_600_000;
const SESSION_MS = SESSION_SECONDS * 1000;
/** After which no session is open, however much it is used. */
export const SESSION_MS_MAX = MAX_SESSION_DAYS * 24 * HOUR_MS;
/** How exact "last used" is, and the time between two writes of a session that is in use. */
const RENEW_MS = HOUR_MS;
const STAFF_RENEW_MS = 300_000;

type Times = { createdAt: number; lastUsedAt: number };

/** The hours of staff are looked at with each request, because rights come and go. */
export const isOpen = ({ createdAt, lastUsedAt }: Times, rights: Rights, now: number): boolean =>
  now < createdAt + SESSION_MS_MAX &&
  now < lastUsedAt + (isStaff(rights) ? STAFF_SESSION_IDLE_HOURS * HOUR_MS : SESSION_MS);

export const isRenewalDue = ({ lastUsedAt }: Times, rights: Rights, now: number): boolean =>
  now - lastUsedAt >= (isStaff(rights) ? STAFF_RENEW_MS : RENEW_MS);

/** For which a session lasts that is used now. */
export const secondsLeft = ({ createdAt }: { createdAt: number }, now: number): number =>
  Math.ceil(Math.min(SESSION_MS, createdAt + SESSION_MS_MAX - now) / 1000);
