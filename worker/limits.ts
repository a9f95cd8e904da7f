import { MAX_SITES_PER_DAY } from "#schema/sites.ts";
import type { Limit } from "./http/rate-limit.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Every limit that answers 429 but those of pictures (schema/media.ts). An account is meant by its address, whether or not
 * there is one, "here" together with the client address, so that nobody uses it up from elsewhere; a user by its id.
 */
export const LIMITS = {
  failedPasswordsOfAccountAndClient: { name: "failed-passwords:here", max: 10, windowMs: 15 * MINUTE_MS },
  /** Against many client addresses at once. */
  failedPasswordsOfAccount: { name: "failed-passwords:account", max: 100, windowMs: HOUR_MS },
  /** In place of both for a browser that has logged in to the account before, so that nobody closes it to its owner. */
  failedPasswordsOfDevice: { name: "failed-passwords:device", max: 10, windowMs: 15 * MINUTE_MS },
  /** Mails to an owner about many wrong passwords. */
  passwordWarningsOfAccount: { name: "password-warnings:account", max: 1, windowMs: DAY_MS },
  /** Beside that of the account, so that a stolen session cannot close the log-in to its owner. */
  failedPasswordsOfUser: { name: "failed-passwords:user", max: 10, windowMs: 15 * MINUTE_MS },
  failedPasswordsOfClient: { name: "failed-passwords:client", max: 50, windowMs: 15 * MINUTE_MS },
  signUpsOfClient: { name: "sign-ups:client", max: 20, windowMs: HOUR_MS },
  codesOfAccountAndClient: { name: "codes:here", max: 10, windowMs: HOUR_MS },
  verificationMailsOfAccountAndClient: { name: "verification-mails:here", max: 10, windowMs: HOUR_MS },
  verificationLinksOfClient: { name: "verification-links:client", max: 20, windowMs: HOUR_MS },
  linkChecksOfClient: { name: "link-checks:client", max: 100, windowMs: HOUR_MS },
  linkPreviewsOfUser: { name: "link-previews:user", max: 100, windowMs: HOUR_MS },
  resetMailsOfAccountAndClient: { name: "reset-mails:here", max: 10, windowMs: HOUR_MS },
  resetsOfClient: { name: "resets:client", max: 20, windowMs: HOUR_MS },
  contactMessagesOfClient: { name: "contact-messages:client", max: 5, windowMs: HOUR_MS },
  // Stolen cards are tried out by saving them.
  cardSetupsOfUser: { name: "card-setups:user", max: 30, windowMs: HOUR_MS },
  // And by charging them: counted before the bank is asked, and given back when it says yes.
  declinedCardsOfUser: { name: "declined-cards:user", max: 10, windowMs: HOUR_MS },
  declinedCardsOfClient: { name: "declined-cards:client", max: 10, windowMs: HOUR_MS },
  savesOfUser: { name: "saves:user", max: 60, windowMs: HOUR_MS },
  likesOfUser: { name: "likes:user", max: 120, windowMs: HOUR_MS },
  newSitesOfUser: { name: "new-sites:user", max: MAX_SITES_PER_DAY, windowMs: DAY_MS },
} satisfies Record<string, Limit>;
