import { COST } from "#worker/features/accounts/passwords/password-hash.ts";

export const PASSWORD = "correct horse 1";
/** `hashPassword(PASSWORD)` at the low cost. */
export const PASSWORD_HASH = "scrypt$16$8$5$F5oy3GeuR3V7Sd8Q3CBlgw$enCb4rh19mkaUqoJNg6_aFmlgfQ0KXDsbn2Ayk3E4rE";

const production = { ...COST };

/** Runs before each test (`setup.ts`). At the cost of production, one hash takes a third of a second. */
export const hashCheaply = () => Object.assign(COST, { N: 16 });
export const hashAsInProduction = () => Object.assign(COST, production);
