import { Link } from "react-router";
import { accountPath, contactPath, pricePath } from "#schema/paths.ts";
import { RENEWAL_NOTICE_DAYS, LISTING_PRICE_TEXT, PLANS, YEAR_PRICE_TEXT } from "#schema/pricing.ts";
import { useConfig } from "../../config.tsx";
import { NumberedSections, type Section } from "./numbered-sections.tsx";
import { SupportAddress } from "./support-address.tsx";

export function Terms() {
  const { name } = useConfig();
  return (
    <>
      <p className="meta">
        Last updated <time dateTime="2025-04-25">April 25, 2025</time>
      </p>
      <p>
        These terms apply between you and {name}. You can reach us at <SupportAddress />. You agree to the terms when
        you create an account. To read and search the directory, you do not need to agree to anything.
      </p>
      <NumberedSections sections={sectionsFor(name)} />
    </>
  );
}

const sectionsFor = (name: string): Section[] => [
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
          {PLANS.year.days} days, tax included, for one site. You pay through Stripe. The subscription renews at the
          same rate until you cancel it. The <Link to={pricePath}>pricing page</Link> says what you get: we promise the
          turns and labels described there, but not a number of visitors.
        </p>
        <p>
          Each payment buys whole days, and no day is charged twice. We email you {RENEWAL_NOTICE_DAYS} days before the
          first renewal of a monthly subscription, and before every renewal of a yearly one. If you switch between month
          and year, the change begins at the end of the time that you have paid for. Nothing is charged before.
        </p>
        <p>
          With a direct debit, the bank needs some days. The site is featured as soon as the first payment has arrived.
          A renewal by direct debit counts from the day on which we collect it, unless your bank returns it.
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
          If a renewal fails, we email you, and Stripe tries again for about two weeks. Your site stays featured for
          three more days, if the way you pay has worked before. You do not get them again within a year after a renewal
          that was never paid. Then the site has a standard listing. A payment that succeeds later buys its whole days,
          counted from that payment. If no try succeeds, the site keeps its standard listing, and you can pay again at
          any time.
        </p>
        <p>
          If we refund a payment in full, the days that it bought end. If we refund a part, they stay. We refund a
          payment that bought no days, for example one that arrived after its subscription had ended. If your bank takes
          a payment back in a dispute, its days and the subscription end.
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
          you have paid for. While a renewal is unpaid, the subscription ends at once.
        </p>
        <p>
          If you delete your account, we cancel its subscriptions, and Stripe deletes your saved cards. Invoices,
          payments and refunds stay, with the name and address on the invoice, for as long as tax law demands.
        </p>
        <p>
          If you bought as a consumer, you keep the right to withdraw that the law of your country gives you. To use it,
          write to <SupportAddress />.
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
