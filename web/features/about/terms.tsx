import { Link } from "react-router";
import { accountPath, contactPath, pricePath } from "#schema/pages/paths.ts";
import {
  PAST_DUE_DAYS,
  RENEWAL_NOTICE_DAYS,
  LISTING_PRICE_TEXT,
  PLANS,
  YEAR_PRICE_TEXT,
} from "#schema/payments/pricing.ts";
import { useConfig } from "../../data/config.tsx";
import { NumberedSections, type Section } from "./numbered-sections.tsx";
import { SupportAddress } from "./support-address.tsx";

export function Terms() {
  const { name, operator, hasTax = false } = useConfig();
  return (
    <>
      <p className="meta">
        Last updated <time dateTime="2025-04-25">April 25, 2025</time>
      </p>
      <p>
        These terms apply between you and {operator ? `${operator.name}, which runs ${name}` : name}. You can reach us
        at <SupportAddress />. You agree to the terms when you create an account. To read and search the directory, you
        do not need to agree to anything.
      </p>
      <NumberedSections sections={sectionsFor(name, hasTax)} />
    </>
  );
}

const sectionsFor = (name: string, hasTax: boolean): Section[] => [
  {
    title: "What you get",
    text: (
      <p>
        You can search and read listings on {name} free of charge. With an account you can list sites, write an article
        for each, and like the sites of others. We may change, add or remove functions. What you have paid for stays
        available until the end of the paid period.
      </p>
    ),
  },
  {
    title: "Your account",
    text: (
      <ul>
        <li>Use an email address that is yours. We verify it and send sign-in codes to it.</li>
        <li>Keep your password and your codes secret. Tell us if someone else has used your account.</li>
        <li>You must be able to enter into a contract under the law of your country.</li>
        <li>
          You can delete your account at any time on <Link to={accountPath}>your account page</Link>.
        </li>
      </ul>
    ),
  },
  {
    title: "What may be listed",
    text: (
      <>
        <p>
          List a site only if you make the software or are allowed to speak for its makers, and describe it truthfully.
          These are not allowed:
        </p>
        <ul>
          <li>unlawful software, malware, fraud, and pages that hide what they do;</li>
          <li>texts and images that you have no right to publish, and other people’s private data;</li>
          <li>hate, threats, and pornography;</li>
          <li>claims about other people’s software that you cannot prove;</li>
          <li>the same site listed several times, and listings made only for their links.</li>
        </ul>
      </>
    ),
  },
  {
    title: "Your texts and images",
    text: (
      <p>
        They remain yours. You allow us to store them, to show them on {name}, in its feeds and in search results, and
        to change their form if the layout needs it. This permission ends when you delete them. It does not end for
        copies that others have lawfully made, or for backups, which expire by themselves.
      </p>
    ),
  },
  {
    title: "Review and removal",
    text: (
      <p>
        We may hold back a new listing until we have reviewed it. We may refuse or remove listings, likes and accounts
        that break these terms. We tell the owner why, unless the law forbids it. If you think that we were wrong, or
        that we should remove something, <Link to={contactPath}>write to us</Link>: a person reads it.
      </p>
    ),
  },
  {
    title: "Featured listings: price and renewal",
    text: (
      <>
        <p>
          A featured listing costs {LISTING_PRICE_TEXT} for {PLANS.month.days} days or {YEAR_PRICE_TEXT} for{" "}
          {PLANS.year.days} days{hasTax && ", tax included"}, for one site. Featured listings are sold to businesses
          only: you confirm that when you pay. You pay through Stripe. The subscription renews at the same rate until
          you cancel it. The <Link to={pricePath}>pricing page</Link> says what you get: we promise the turns and labels
          described there, but not a number of visitors.
        </p>
        <p>
          The choice between month and year is made with the first payment. To change it, cancel, and choose the other
          one at the end. A promotion code can make the first payment or each payment cheaper: the payment page says
          what you pay now and later. We email you {RENEWAL_NOTICE_DAYS} days before every renewal of a yearly
          subscription.
        </p>
        <p>
          Staff can give a site featured days as a gift. A gift costs nothing, does not renew, and can be taken back.
        </p>
      </>
    ),
  },
  {
    title: "Renewals that fail, refunds and disputes",
    text: (
      <>
        <p>
          If a renewal fails, we email you, and Stripe tries again for up to two weeks. Your site stays featured
          meanwhile, at most {PAST_DUE_DAYS} days from the start of the unpaid period. A payment in this time changes no
          date: the next renewal is where it would have been. If no try succeeds, the subscription ends and the site has
          a standard listing. You can pay again at any time.
        </p>
        <p>
          If we refund the payment of the current period in full, the featured listing ends. If we refund a part, it
          stays. A payment that arrives after its subscription has ended is refunded. If your bank takes a payment back
          in a dispute, the subscription ends at once.
        </p>
        <p>
          If we hide or remove a featured listing, we email you the reason, and refund the share of the days that are
          left.
        </p>
      </>
    ),
  },
  {
    title: "Cancellation",
    text: (
      <>
        <p>
          You can cancel the subscription at any time with two clicks: press “Cancel subscription” in the dashboard,
          under Payments, and confirm. This stops the renewal. The site stays featured until the end of the time that
          you have paid for. While a renewal is unpaid, the subscription ends at once, and nothing more is charged.
        </p>
        <p>
          If you delete a featured listing or your account, its subscriptions and paid days end at once. They are not
          refunded. With your account, Stripe deletes your saved cards. Invoices, payments and refunds stay, with the
          name and address on the invoice, for as long as tax law demands.
        </p>
        <p>
          If the law of your country gives you a right to withdraw, write to <SupportAddress /> to use it: we then end
          the subscription and refund what the law says.
        </p>
      </>
    ),
  },
  {
    title: "Links to other sites",
    text: (
      <p>
        Listings link to sites that others run. We do not own or check these sites, and what you do there is between you
        and them. Links tell a site that you came from {name}, so that its owner can see what a listing brings.
      </p>
    ),
  },
  {
    title: "Fair use",
    text: (
      <p>
        Do not attack the service, bypass its limits, send it automated messages, or collect people’s email addresses
        from it. Search engines and feed readers are welcome, as far as robots.txt allows.
      </p>
    ),
  },
  {
    title: "Liability",
    text: (
      <p>
        We run {name} with care, but it can fail, and listings can be wrong. We are liable for damage that we cause on
        purpose or by gross negligence, and in all cases in which the law does not allow us to exclude liability. Beyond
        that, we are not liable for what owners write, for the listed software, or for visitors and income that you did
        not get.
      </p>
    ),
  },
  {
    title: "Changes to these terms",
    text: (
      <p>
        When we change these terms, we also change the date above. If you do not agree with a change, you can cancel
        your subscriptions and delete your account.
      </p>
    ),
  },
  {
    title: "Questions",
    text: (
      <p>
        Write to <SupportAddress /> or use the <Link to={contactPath}>contact form</Link>.
      </p>
    ),
  },
];
