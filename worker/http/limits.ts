import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/values/dates.ts";
import { MAX_SITES_PER_DAY } from "#schema/sites/sites.ts";
import type { Limit } from "./rate-limit.ts";

/**
 * Limits for rate-limit.ts. "OfAccount" counts by email address, also if it has no account. "AndClient" adds the IP
 * address, so an attacker elsewhere cannot use the limit up. "OfClient" counts by IP address, "OfDevice" by browser, "OfUser"
 * by user id. "OfMailbox" is as "OfAccount", and addresses with a plus count together.
 */
export const LIMITS = {
  failedPasswordsOfAccountAndClient: { name: "failed-passwords:here", max: 10, windowMs: 15 * MINUTE_MS },
  /** Against attacks from many IP addresses. */
  failedPasswordsOfAccount: { name: "failed-passwords:account", max: 100, windowMs: HOUR_MS },
  /**
   * Replaces the two limits above for a browser that has signed in to the account before, so an attacker cannot lock
   * the owner out.
   */
  failedPasswordsOfDevice: { name: "failed-passwords:device", max: 10, windowMs: 15 * MINUTE_MS },
  /** Mails that warn an owner about many wrong passwords or codes. */
  guessWarningsOfAccount: { name: "guess-warnings:account", max: 1, windowMs: DAY_MS },
  /** Separate from the account's limit: a stolen session cannot block the owner's sign-in. */
  failedPasswordsOfUser: { name: "failed-passwords:user", max: 10, windowMs: 15 * MINUTE_MS },
  failedPasswordsOfClient: { name: "failed-passwords:client", max: 50, windowMs: 15 * MINUTE_MS },
  signUpsOfClient: { name: "sign-ups:client", max: 20, windowMs: HOUR_MS },
  /** Mails of all kinds: see mail-gate.ts. */
  mailsOfClient: { name: "mails:client", max: 60, windowMs: HOUR_MS },
  mailsOfDevice: { name: "mails:device", max: 20, windowMs: DAY_MS },
  mailsOfMailbox: { name: "mails:mailbox", max: 20, windowMs: DAY_MS },
  mailsOfAccountAndClient: { name: "mails:here", max: 10, windowMs: HOUR_MS },
  /** Wrong codes, by account from unknown browsers, and by device from known ones. */
  codeGuesses: { name: "code-guesses", max: 20, windowMs: HOUR_MS },
  linkChecksOfClient: { name: "link-checks:client", max: 100, windowMs: HOUR_MS },
  linkPreviewsOfUser: { name: "link-previews:user", max: 100, windowMs: HOUR_MS },
  contactMessagesOfClient: { name: "contact-messages:client", max: 5, windowMs: HOUR_MS },
  reportsOfClient: { name: "reports:client", max: 5, windowMs: HOUR_MS },
  reportsOfUser: { name: "reports:user", max: 20, windowMs: HOUR_MS },
  /** To its proven owner, about what strangers report. */
  ownerMailsOfSite: { name: "owner-mails:site", max: 1, windowMs: DAY_MS },
  /** Receipts of notices about illegal content. Strangers can cause them to any address. */
  receiptsOfMailbox: { name: "receipts:mailbox", max: 3, windowMs: DAY_MS },
  /** Each asks Stripe, whose limits count for all users together: https://docs.stripe.com/rate-limits */
  paymentCallsOfUser: { name: "payment-calls:user", max: 300, windowMs: HOUR_MS },
  // Thieves test stolen cards by saving them.
  cardSetupsOfUser: { name: "card-setups:user", max: 30, windowMs: HOUR_MS },
  // A preview asks Stripe, and it tells whether a promotion code exists.
  promotionCodesOfUser: { name: "promotion-codes:user", max: 60, windowMs: HOUR_MS },
  // Thieves also test cards by charging them. Counted before the bank is asked, and taken back if the bank accepts.
  declinedCardsOfUser: { name: "declined-cards:user", max: 10, windowMs: HOUR_MS },
  declinedCardsOfClient: { name: "declined-cards:client", max: 10, windowMs: HOUR_MS },
  savesOfUser: { name: "saves:user", max: 60, windowMs: HOUR_MS },
  /** Each fetches up to three pages and asks two resolvers. */
  proofChecksOfUser: { name: "proof-checks:user", max: 10, windowMs: HOUR_MS },
  /** By user and listing: a refused claim must not come again and again. */
  claimsOfUserAndSite: { name: "claims:user-site", max: 2, windowMs: 30 * DAY_MS },
  switchesOfUser: { name: "switches:user", max: 20, windowMs: HOUR_MS },
  // Nobody is refused: staff look at what is above these limits.
  shownSwitchesOfSite: { name: "shown-switches:site", max: 5, windowMs: DAY_MS },
  /** Of a person, a company or a network, for each site. */
  shownSwitchesOfOne: { name: "shown-switches:one", max: 1, windowMs: 30 * DAY_MS },
  likesOfUser: { name: "likes:user", max: 120, windowMs: HOUR_MS },
  /** Also of images that are refused. */
  imageUploadsOfUser: { name: "image-uploads:user", max: 120, windowMs: HOUR_MS },
  newSitesOfUser: { name: "new-sites:user", max: MAX_SITES_PER_DAY, windowMs: DAY_MS },
} satisfies Record<string, Limit>;

/** What one IP address can use of the mails of a day. */
export const mailsOfClientToday = (max: number): Limit => ({ name: "mails:client-day", max, windowMs: DAY_MS });
