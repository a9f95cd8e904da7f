import type { DirectoryConfig } from "#schema/pages.ts";
import {
  deleteCodeMail,
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
import { contactMail } from "#worker/features/contact/mails.ts";
import {
  endMail,
  failedDebitMail,
  failedRenewalMail,
  lastTryMail,
  receiptMail,
  refundMail,
  renewalMail,
  stoppedRenewalMail,
} from "#worker/features/payments/mails.ts";
import { confirmWatchMail, listedMail } from "#worker/features/search-watches/mails.ts";
import { liveMail } from "#worker/features/sites/mails.ts";
import type { Mail } from "#worker/ports.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const LATER = NOW + 30 * 86_400_000;

const REASON =
  "The article is about a different product.\n\nPlease write what Penpot does:\nfive sentences are enough.";
const MESSAGE = "Hello!\n\nIs my listing in review?\n<b>Ann</b>";

/** Every mail that the product sends, by name, with sample data. `name` is the name of the listing. */
export function sampleMails(site: DirectoryConfig, name = "Penpot"): Record<string, Mail> {
  const to = "anna@example.com";
  const code = "482915";
  const token = "9Xv3mZ-8QdTq2LkB7rNcW5yHs0uJfA1eGpVo6iRxKtE";
  const signedUp = { email: to, isVerified: false, token, next: "/sites/create" };
  const verified = { ...signedUp, isVerified: true };
  const listing = { to, name, slug: "penpot" };
  const receipt = {
    siteName: name,
    amountCents: 1000,
    currency: "eur",
    periodStart: NOW,
    periodEnd: LATER,
    paidAt: NOW,
    tax: null,
    card: { brand: "visa", last4: "4242" },
    links: {
      invoiceUrl: "https://invoice.stripe.com/i/acct_1Nv0FGQ9RKHgCVdK/live_YWNjdF8xTnYwRkdROVJLSGdDVmRLLF9UWjA",
      pdfUrl: "https://pay.stripe.com/invoice/acct_1Nv0FGQ9RKHgCVdK/live_YWNjdF8xTnYwRkdROVJLSGdDVmRLLF9UWjA/pdf",
      receiptUrl: "https://pay.stripe.com/receipts/payment/CAcaFwoVYWNjdF8xTnYwRkdROVJLSGdDVmRLKJ_Zo",
    },
  };
  const none = { invoiceUrl: "", pdfUrl: "", receiptUrl: "" };
  const refund = {
    siteName: name,
    amountCents: 1000,
    paidCents: 1000,
    currency: "eur",
    paidAt: NOW,
    refundedAt: NOW,
    links: receipt.links,
  };
  const failure = { siteId: 7, name, until: LATER, needsConfirmation: false, nextTryAt: LATER, days: 30 };
  const renewal = { siteId: 7, name, amountCents: 1000, currency: "eur", days: 30, at: LATER, card: receipt.card };
  return {
    "Verify the email address": signUpMail(site, signedUp),
    "Account exists": signUpMail(site, verified),
    "Address is already verified": newLinkMail(site, verified),
    "Sign-in code": logInCodeMail(site, to, code),
    "Sign-in code with Google": googleCodeMail(site, to, code),
    "Many wrong codes": tooManyCodesMail(site, to),
    "Many wrong passwords": tooManyPasswordsMail(site, to),
    "New password": resetMail(site, to, token),
    "Password was changed": passwordChangedMail(site, to),
    "Google was added": googleLinkedMail(site, to),
    "Code to delete the account": deleteCodeMail(site, to, code),
    "Listing is live": liveMail(site, { ...listing, isApproved: false }),
    "Listing is live after review": liveMail(site, { ...listing, isApproved: true }),
    "Listing is public again": approvalMail(site, listing),
    "Listing was not accepted": refusalMail(site, { to, name, reason: REASON, wasPaid: true }),
    Receipt: receiptMail(site, to, receipt),
    "Receipt with tax": receiptMail(site, to, { ...receipt, tax: { netCents: 840, taxCents: 160 } }),
    "Receipt without card and invoice": receiptMail(site, to, { ...receipt, card: null, links: none }),
    "Refund of the whole payment": refundMail(site, to, { ...refund, place: "ends" }),
    "Refund of a part": refundMail(site, to, { ...refund, amountCents: 250, place: { until: LATER } }),
    "Refund of a payment without days": refundMail(site, to, { ...refund, links: none, place: "unchanged" }),
    "Payment failed": failedRenewalMail(site, to, failure),
    "Payment failed, listing is free": failedRenewalMail(site, to, { ...failure, until: null, nextTryAt: null }),
    "Payment must be confirmed": failedRenewalMail(site, to, { ...failure, needsConfirmation: true }),
    "Last try to charge the card": lastTryMail(site, to, { ...failure, until: null }),
    "Last try to confirm the payment": lastTryMail(site, to, { ...failure, needsConfirmation: true }),
    "First direct debit failed": failedDebitMail(site, to, { siteId: 7, name }),
    "No more tries": stoppedRenewalMail(site, to, { siteId: 7, name, until: null, hasEnded: false }),
    "No more tries, subscription has ended": stoppedRenewalMail(site, to, {
      siteId: 7,
      name,
      until: null,
      hasEnded: true,
    }),
    "No more tries, days are left": stoppedRenewalMail(site, to, { siteId: 7, name, until: LATER, hasEnded: true }),
    "Renewal of a month": renewalMail(site, to, renewal),
    "Renewal of a year": renewalMail(site, to, { ...renewal, amountCents: 10_000, days: 365, card: null }),
    "Featured time ends": endMail(site, to, { name, end: LATER, hasEnded: false }),
    "Featured time ends with the subscription": endMail(site, to, { name, end: LATER, hasEnded: true }),
    "Account is suspended": suspensionMail(site, to),
    "New staff member": rightsMail(site, { to, right: "staff", by: "root@example.com" }),
    "Answer to a message": answerMail(site, { to, message: MESSAGE, answer: `It is.\n\nWe answer within a week.` }),
    "Confirm a search that waits for a site": confirmWatchMail(site, {
      to,
      confirm: `${site.origin}/search-watches/confirm/7-${token}`,
      stop: `${site.origin}/search-watches/unsubscribe/${token}`,
    }),
    "A site is listed for a search": listedMail(site, {
      to,
      search: { q: "design tool for teams", category: "design_creativity" },
      sites: [
        { name, slug: "penpot" },
        { name: "Akira", slug: "akira" },
      ],
      stop: `${site.origin}/search-watches/unsubscribe/${token}`,
    }),
    "Contact message": contactMail(site, { email: to, message: MESSAGE }),
  };
}
