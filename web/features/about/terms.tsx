import { Link } from "react-router";
import { accountPath, contactPath, pricePath } from "#schema/paths.ts";
import { LISTING_PERIOD_DAYS, LISTING_PRICE_TEXT } from "#schema/pricing.ts";
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
        These terms apply between you and {name}, whom you reach at <SupportAddress />. By making an account you agree
        to them; to read and search the directory you need not agree to anything.
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
        {name} lets anybody search and read listings free of charge. With an account you can list sites, write an
        article for each, and like the sites of others. We may change, add or take away functions; what you have paid
        for you get until the end of the period you paid.
      </p>
    ),
  },
  {
    title: "Your account",
    text: (
      <ul>
        <li>Give an email address that is yours: we verify it, and log-in codes go there.</li>
        <li>Keep your password and your codes to yourself. Tell us if somebody else has used your account.</li>
        <li>You must be able to enter into a contract under the law of your country.</li>
        <li>
          You can delete your account at any time in <Link to={accountPath}>your account</Link>.
        </li>
      </ul>
    ),
  },
  {
    title: "What may be listed",
    text: (
      <>
        <p>List a product only if you make it or may speak for it, and describe it truthfully. Not allowed are:</p>
        <ul>
          <li>unlawful products, malware, fraud, and pages that hide what they do;</li>
          <li>texts and pictures that you have no right to publish, and other people’s private data;</li>
          <li>hate, threats, and pornography;</li>
          <li>claims about the products of others that you cannot show to be true;</li>
          <li>the same product listed several times, and listings made only for their links.</li>
        </ul>
      </>
    ),
  },
  {
    title: "Your texts and pictures",
    text: (
      <p>
        They stay yours. You allow us to store them, to show them on {name}, in its feeds and in search results, and to
        change their form where the layout needs it. This permission ends when you delete them, apart from copies that
        others have lawfully made and from backups, which expire by themselves.
      </p>
    ),
  },
  {
    title: "Checks and removal",
    text: (
      <p>
        A new listing may be held back until we have looked at it. We may refuse or remove listings, likes and accounts
        that break these terms, and tell the owner why unless the law forbids it. If you think that we were wrong, or
        that something should go, <Link to={contactPath}>write to us</Link>: a person reads it.
      </p>
    ),
  },
  {
    title: "Featured listings: price and renewal",
    text: (
      <>
        <p>
          A featured listing costs {LISTING_PRICE_TEXT} for {LISTING_PERIOD_DAYS} days, for one site, paid by card
          through Stripe. It renews every {LISTING_PERIOD_DAYS} days at the same rate until you cancel. What it does is
          said under <Link to={pricePath}>pricing</Link>; we promise the turns and labels that stand there, not a number
          of visitors.
        </p>
        <p>
          If a payment fails, the listing becomes a standard one after the period that was paid. What is paid for a
          subscription that has ended is paid back.
        </p>
      </>
    ),
  },
  {
    title: "Cancelling",
    text: (
      <>
        <p>
          You can cancel at any time in the dashboard. That stops the renewal; the site stays featured until the end of
          the {LISTING_PERIOD_DAYS} days that are paid.
        </p>
        <p>
          If you bought as a consumer, the right to withdraw that the law of your country gives you stays as it is:
          write to <SupportAddress />.
        </p>
      </>
    ),
  },
  {
    title: "Links to other sites",
    text: (
      <p>
        Listings lead to sites that others run. We neither own nor check them, and what you do there is between you and
        them. Links carry a note that you came from {name}, so that owners can see what a listing brings.
      </p>
    ),
  },
  {
    title: "Fair use",
    text: (
      <p>
        Do not attack the service, get round its limits, send it automated messages, or collect people’s addresses from
        it. Search engines and feed readers are welcome, within what robots.txt says.
      </p>
    ),
  },
  {
    title: "What we answer for",
    text: (
      <p>
        We run {name} with care, but it can fail, and listings can be wrong. We answer for damage that we cause on
        purpose or by gross negligence, and wherever the law says that this cannot be excluded. Beyond that we do not
        answer for what owners write, for the listed products, or for visitors and income that did not come.
      </p>
    ),
  },
  {
    title: "Changes of these terms",
    text: (
      <p>
        When we change them, the date above changes as well. If you do not agree with a change, you can cancel what you
        pay for and delete your account.
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
