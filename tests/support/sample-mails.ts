import type { DirectoryConfig } from "#schema/pages/pages.ts";
import {
  deleteCodeMail,
  deletedMail,
  googleCodeMail,
  googleLinkedMail,
  logInCodeMail,
  newLinkMail,
  passwordChangedMail,
  resetMail,
  signUpMail,
  tooManyCodesMail,
  tooManyPasswordsMail,
} from "#worker/features/accounts/mails.ts";
import { answerMail, approvalMail, refusalMail, rightsMail, suspensionMail } from "#worker/features/admin/mails.ts";
import { claimedMail, claimRefusedMail, gainedMail, handoverMail, lostMail } from "#worker/features/claims/mails.ts";
import { contactMail } from "#worker/features/contact/mails.ts";
import { lifeMail } from "#worker/features/life/mails.ts";
import {
  beganMail,
  broughtMail,
  cancelledMail,
  endedMail,
  failedMail,
  renewalMail,
  resumedMail,
  taxIdMail,
} from "#worker/features/payments/mails.ts";
import { proofLostMail } from "#worker/features/proof/mails.ts";
import { confirmWatchMail, listedMail } from "#worker/features/search-watches/mails.ts";
import { decisionMail, ownerMail, receiptMail } from "#worker/features/reports/mails.ts";
import { liveMail, removalMail } from "#worker/features/sites/save/mails.ts";
import { askMail, newAnswerMail, switchRefusedMail } from "#worker/features/switches/mails.ts";
import type { Mail } from "#worker/ports.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const LATER = NOW + 30 * 86_400_000;

const REASON =
  "The article is about a different product.\n\nPlease write what Penpot does:\nfive sentences are enough.";
const MESSAGE = "Hello!\n\nIs my listing in review?\n<b>Ann</b>";

/**
 * Every mail that the product sends, with sample data. The names begin with the function that writes the mail. `name` is the
 * name of the listing.
 */
export function sampleMails(site: DirectoryConfig, name = "Penpot"): Record<string, Mail> {
  const to = "anna@example.com";
  const code = "482915";
  const token = "9Xv3mZ-8QdTq2LkB7rNcW5yHs0uJfA1eGpVo6iRxKtE";
  const signedUp = { email: to, isVerified: false, token, next: "/sites/create" };
  const verified = { ...signedUp, isVerified: true };
  const deleted = { email: to, byStaff: false, hasPassword: true, hasPaid: true };
  const listing = { to, name, slug: "penpot" };
  const place = { siteId: 7, name, currency: "eur", plan: "month" as const, cents: 1000, at: LATER };
  const began = { ...place, paid: 1000 };
  const comparison = { featured: { days: 30, visits: 18 }, before: { days: 30, visits: 41 }, result: "fewer" as const };
  const [seen, opened, visited] = [
    { featured: 310, list: 930 },
    { featured: 12, list: 49 },
    { featured: 5, list: 13 },
  ];
  const totals = { seen, opened, visited, views: 61, visits: 18, likes: 2 };
  const failure = { ...place, trouble: "retry" as const, until: LATER, nextTryAt: LATER };
  const decided = { to, about: name, page: `${site.origin}/penpot`, answer: REASON, by: "staff" as const };
  const mails: Record<string, Mail> = {
    "signUpMail: Verify the email address": signUpMail(site, signedUp),
    "signUpMail: Account exists": signUpMail(site, verified),
    "newLinkMail: Address is already verified": newLinkMail(site, verified),
    "logInCodeMail: Sign-in code": logInCodeMail(site, to, code),
    "googleCodeMail: Sign-in code with Google": googleCodeMail(site, to, code),
    "tooManyCodesMail: Many wrong codes": tooManyCodesMail(site, to),
    "tooManyPasswordsMail: Many wrong passwords": tooManyPasswordsMail(site, to),
    "resetMail: New password": resetMail(site, to, token),
    "passwordChangedMail: Password was changed": passwordChangedMail(site, to),
    "googleLinkedMail: Google was added": googleLinkedMail(site, to),
    "deleteCodeMail: Code to delete the account": deleteCodeMail(site, to, code),
    "deletedMail: Account is deleted": deletedMail(site, deleted),
    "deletedMail: Account is deleted by staff": deletedMail(site, { ...deleted, byStaff: true }),
    "liveMail: Listing is live": liveMail(site, { ...listing, isApproved: false }),
    "liveMail: Listing is live after review": liveMail(site, { ...listing, isApproved: true }),
    "approvalMail: Listing is public again": approvalMail(site, listing),
    "refusalMail: Listing was not accepted": refusalMail(site, { to, name, reason: REASON, wasPaid: true }),
    "removalMail: Listing was removed": removalMail(site, { to, name, reason: REASON, wasPaid: true }),
    "lifeMail: A link leads elsewhere": lifeMail(site, {
      to,
      id: 7,
      name,
      news: "https://penpot.example/ now leads to https://penpot-new.example/.",
    }),
    "taxIdMail: VAT number was refused": taxIdMail(site, "IE1234567FA"),
    "beganMail: Place began": beganMail(site, began),
    "beganMail: Place began with a promotion": beganMail(site, { ...began, paid: 0 }),
    "failedMail: Payment failed": failedMail(site, failure),
    "failedMail: Payment failed, no more tries": failedMail(site, { ...failure, trouble: "stopped", nextTryAt: null }),
    "failedMail: Payment must be confirmed": failedMail(site, { ...failure, trouble: "confirm" }),
    "endedMail: Place ended": endedMail(site, { ...place, until: null, isUnpaid: false, isRefunded: true }),
    "endedMail: Place ended without a payment": endedMail(site, {
      ...place,
      until: LATER,
      isUnpaid: true,
      isRefunded: false,
    }),
    "renewalMail: Renewal of a year": renewalMail(site, { ...place, cents: 10_000, plan: "year" }),
    "cancelledMail: Subscription cancelled": cancelledMail(site, { ...place, until: LATER }),
    "broughtMail: Fewer visits than before": broughtMail(site, { ...place, paidDays: 365, totals, comparison }),
    "resumedMail: Subscription resumed": resumedMail(site, place),
    "suspensionMail: Account is suspended": suspensionMail(site, to),
    "rightsMail: New staff member": rightsMail(site, { to, right: "staff", by: "root@example.com" }),
    "answerMail: Answer to a message": answerMail(site, {
      to,
      message: MESSAGE,
      answer: `It is.\n\nWe answer within a week.`,
    }),
    "confirmWatchMail: Confirm a search that waits for a site": confirmWatchMail(site, {
      to,
      confirm: `${site.origin}/search-watches/confirm/7-${token}`,
      stop: `${site.origin}/search-watches/unsubscribe/${token}`,
    }),
    "listedMail: A site is listed for a search": listedMail(site, {
      to,
      search: { q: "design tool for teams", category: "design_creativity" },
      sites: [
        { name, slug: "penpot" },
        { name: "Akira", slug: "akira" },
      ],
      stop: `${site.origin}/search-watches/unsubscribe/${token}`,
    }),
    "proofLostMail: Proof was not found": proofLostMail(site, {
      to,
      siteId: 7,
      name,
      reason: "There is no such TXT record of _directory-verification.penpot.app yet.",
    }),
    "claimedMail: Listing is claimed": claimedMail(site, { ...listing, id: 7 }),
    "claimRefusedMail: Claim was refused": claimRefusedMail(site, { to, name, reason: REASON }),
    "lostMail: Listing has another owner": lostMail(site, { to, name, wasPaid: true }),
    "gainedMail: Listing is yours": gainedMail(site, { to, id: 7, name }),
    "handoverMail: Listing is handed over": handoverMail(site, { to, id: 7, handover: "1796140800000.c2lnbmF0dXJl" }),
    "ownerMail: Somebody wrote about a listing": ownerMail(site, { to, name }),
    "receiptMail: Notice about illegal content": receiptMail(site, { to, page: `${site.origin}/penpot` }),
    "decisionMail: Suggestion was accepted": decisionMail(site, {
      ...decided,
      reason: "suggestion",
      state: "accepted",
    }),
    "decisionMail: Notice was declined": decisionMail(site, { ...decided, reason: "illegal", state: "declined" }),
    "newAnswerMail: Somebody moved": newAnswerMail(site, { ...listing, productName: "Figma" }),
    "askMail: How did the move go": askMail(site, {
      to,
      product: { name: "Figma", slug: "figma" },
      site: { name, slug: "penpot" },
    }),
    "switchRefusedMail: Answer was refused": switchRefusedMail(site, { to, name, reason: REASON }),
    "contactMail: Contact message": contactMail(site, { email: to, message: MESSAGE }),
  };
  // Some get their recipient where they are queued.
  return Object.fromEntries(Object.entries(mails).map(([title, mail]) => [title, { ...mail, to: mail.to || to }]));
}
