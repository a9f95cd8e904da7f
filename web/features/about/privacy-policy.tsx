import { Link } from "react-router";
import {
  CODE_VALID_MINUTES,
  RESET_LINK_VALID_HOURS,
  SESSION_IDLE_DAYS,
  VERIFY_LINK_VALID_HOURS,
} from "#schema/accounts/accounts.ts";
import { accountPath } from "#schema/pages/paths.ts";
import { UNCONFIRMED_WATCH_DAYS, WATCH_DAYS } from "#schema/search/search-watches.ts";
import { RARE_SEARCH_MAX, RARE_SEARCH_WEEKS, SEARCH_WEEKS } from "#schema/search/searches.ts";
import { useConfig } from "../../data/config.tsx";
import { CookieList } from "./cookie-list.tsx";
import { NumberedSections, type Section } from "./numbered-sections.tsx";
import { SupportAddress } from "./support-address.tsx";

export function PrivacyPolicy() {
  const { name } = useConfig();
  return (
    <>
      <p>
        In short: you can read and search without an account. No page loads anything from another company. There is no
        tracking and no advertising network. You can download and delete your data yourself. {name} is responsible for
        your data: <SupportAddress />.
      </p>
      <NumberedSections sections={SECTIONS} />
    </>
  );
}

const SECTIONS: Section[] = [
  {
    title: "Reading without an account",
    text: (
      <>
        <p>
          You need no account. We set no cookie and create no profile. What you search for is part of the page’s web
          address.
        </p>
        <p>
          We count per week what is searched for, whether it was found, and whether a result was opened. We do not store
          who searched, and we count no text with an email address, a web address, a long number or what may be a key.
        </p>
        <p>
          We count how many people see a listing, open its page and visit its website, so that its owner learns what it
          brings. Your browser tells us which listings it showed you; until then, the list stays in the tab. To count
          you once a day, we keep a code for a day. It is made of your IP address, the name of your browser and a secret
          that changes each day, and we delete both the next morning. If your browser asks not to be tracked (Do Not
          Track or Global Privacy Control), we do not count you.
        </p>
        <p>
          Our server fetches icons and images from listed sites and sends them to you, so those sites do not learn that
          you looked. A video is only a link until you press it. Then its service loads, under its own rules. A link to
          a listed site tells that site that you came from here, and nothing about you.
        </p>
      </>
    ),
  },
  {
    title: "Your account",
    text: (
      <>
        <p>
          We store your email address, your name, the times at which the account was created and changed, and a hash of
          your password that cannot be turned back into the password. We need this to let you sign in and to show your
          listings as yours.
        </p>
        <p>
          For each device that is signed in, we store the times of sign-in and last use, and its kind (“Firefox on
          Windows”). You can see and end these sessions on <Link to={accountPath}>your account page</Link>.
        </p>
      </>
    ),
  },
  {
    title: "Sign-in with Google",
    text: (
      <p>
        This applies only if you choose it. Google then tells us your email address, your name and a number that
        identifies your Google account, and learns that you sign in here. We get no password and no access to anything
        at Google.
      </p>
    ),
  },
  {
    title: "What you publish",
    text: (
      <>
        <p>
          Listings, articles and images are public. The number of likes of a site is public too, but not who liked it.
          Before we store an image, we remove what its file says about where, when and with what it was taken. Only
          animations are stored as they are. When you paste a link into an article, our server reads that page for its
          title and image.
        </p>
        <p>
          If you say how a move went, we store your answer with your account and show it without your name. A checklist
          of a move is only for you. We write to you once to ask how it went. You can take back an answer and remove a
          checklist. Both are deleted with your account.
        </p>
      </>
    ),
  },
  {
    title: "Payments",
    text: (
      <>
        <p>
          Stripe handles the payments for featured listings. Your card number goes from your browser to Stripe and never
          to us. Stripe stores your email address and name, your way to pay, and the address and VAT number that you
          enter for invoices, and that you buy for your business. We store Stripe’s numbers for you and your
          subscription, the state of the subscription, the date until which it is paid, and your payments and refunds.
        </p>
        <p>
          If you delete your account, Stripe deletes its record of you with your saved cards. Stripe and we must keep
          invoices, payments and refunds for as long as tax law demands. An invoice keeps the name and address to which
          it was made out. Our records then no longer name your account.
        </p>
      </>
    ),
  },
  {
    title: "Emails",
    text: (
      <>
        <p>
          We write to you only when there is something that you need to know: a link to verify your email address, a
          sign-in code, a new password, that your listing is live and other news about it, news about your payments, and
          replies to your messages. Stripe sends the receipts. There is no newsletter. We store messages from the
          contact form with your email address and send them to our support mailbox. We keep a message until the matter
          is settled, and delete it earlier if you ask.
        </p>
        <p>
          If you report a listing or suggest a change, we store what you write, and your email address and name if you
          enter them. Our staff read it. The owner of the listing may read the text of most reports, but never learns
          who you are. When we answer, we delete your address and your name.
        </p>
        <p>
          If a search finds nothing, you can ask us to tell you when a site for it is listed. We then store your email
          address, the search, and the times at which you asked and confirmed. You confirm your email address first. You
          get one email about the first site, and we delete all of this with it. Each email has a link that ends it
          earlier.
        </p>
      </>
    ),
  },
  {
    title: "Cookies",
    text: (
      <>
        <p>
          All cookies are necessary for what you ask for, so we do not need your consent. We set none while you only
          read.
        </p>
        <CookieList />
      </>
    ),
  },
  {
    title: "Storage in your browser",
    text: (
      <p>
        Your browser’s local storage may contain drafts of what you write, so that a closed tab loses nothing, and
        whether you see lists as cards or as a table. After a sign-in with Google it also contains your name and email
        address as this website shows them. It never contains a password or anything that opens your account. Logging
        out deletes your name and email address. A draft stays until you finish or discard it. While a tab is open, its
        session storage has what was searched for in it, so that we do not count a search twice. If you clear the data
        of this website in your browser, all of this is deleted.
      </p>
    ),
  },
  {
    title: "Protection against abuse",
    text: (
      <p>
        To stop password guessing and floods of messages, we count attempts per account and per IP address. We do not
        store the IP address, but a keyed hash of it and a number, for at most a day. Most of them are deleted after an
        hour.
      </p>
    ),
  },
  {
    title: "Who else handles your data",
    text: (
      <ul>
        <li>
          <strong>Cloudflare</strong> hosts this website, its database, files and backups, and sends our emails. Like
          every host, it sees the IP address and browser of each request, and keeps technical logs of them for a few
          days.
        </li>
        <li>
          <strong>Stripe</strong> handles payments, if you pay.
        </li>
        <li>
          <strong>Google</strong> confirms who you are, if you sign in with Google.
        </li>
      </ul>
    ),
  },
  {
    title: "How long we keep data",
    text: (
      <ul>
        <li>
          Account, listings, images, likes, answers about moves and checklists: until you delete them or your account.
        </li>
        <li>Images that no page shows: one day.</li>
        <li>Sessions: {SESSION_IDLE_DAYS} days after you last used them, or until you sign out.</li>
        <li>
          Codes: {CODE_VALID_MINUTES} minutes. Links to verify an email address: {VERIFY_LINK_VALID_HOURS} hours. Links
          to set a password: {RESET_LINK_VALID_HOURS === 1 ? "one hour" : `${RESET_LINK_VALID_HOURS} hours`}.
        </li>
        <li>
          Searches that wait for a site: until the email about it, or until you end them. Unconfirmed ones:{" "}
          {UNCONFIRMED_WATCH_DAYS} days. Confirmed ones: at most {WATCH_DAYS} days.
        </li>
        <li>
          Counts of searches: {SEARCH_WEEKS} weeks. Those of a search that was made at most{" "}
          {RARE_SEARCH_MAX === 2 ? "twice" : `${RARE_SEARCH_MAX} times`} in a week: {RARE_SEARCH_WEEKS} weeks.
        </li>
        <li>Deleted listings: only their web address here, so that no other listing is mistaken for them later.</li>
        <li>
          What we change or delete ourselves (listings, names, messages, accounts): the previous version, who changed it
          and when, for two years, in a log that only we read. It helps us to find mistakes and misuse. If you delete
          your account, only who changed something and when stays.
        </li>
        <li>
          After a fault, we can restore the database to any time in the last 30 days, or from copies of it that we make
          each night and keep for 30 days. After that, deleted data is gone from there as well.
        </li>
      </ul>
    ),
  },
  {
    title: "Your rights",
    text: (
      <>
        <p>
          On <Link to={accountPath}>your account page</Link> you can change your name, download everything that we store
          about you as one file, and delete the account with its listings, images and likes. Blog posts that staff wrote
          stay, without the writer’s name.
        </p>
        <p>
          You can also ask us what we store about you, ask us to correct, restrict or delete it, and object to its use.
          Write to <SupportAddress />. You may also complain to the data protection authority where you live.
        </p>
      </>
    ),
  },
  {
    title: "Changes",
    text: <p>This policy describes what this website does. If that changes, we change this text as well.</p>,
  },
];
