import { DAY_MS } from "#schema/values/dates.ts";
import { weekOf } from "#worker/features/searches/countable.ts";

/** The password of all accounts that tests create. */
export const PASSWORD = "a phrase to remember";
/** An account of the demo. */
export const STAFF = "staff@example.com";
export const SUPERUSER = "root@example.com";

/** The week of the searches that the server has from the start. */
export const SEARCHED_WEEK = weekOf(Date.now() - 14 * DAY_MS);
