import { Link } from "react-router";
import {
  CODE_VALID_MINUTES,
  RESET_LINK_VALID_HOURS,
  SESSION_IDLE_DAYS,
  VERIFY_LINK_VALID_HOURS,
} from "#schema/accounts.ts";
import { accountPath } from "#schema/paths.ts";
import { useConfig } from "../../config.tsx";
import { CookieList } from "./cookie-list.tsx";
import { NumberedSections, type Section } from "./numbered-sections.tsx";
import { SupportAddress } from "./support-address.tsx";

export function PrivacyPolicy() {
  const { name } = useConfig();
  return (
    <>
      <p>
        In short: you can read and search without an account, no page loads anything from another company, there is no
        tracking and no advertising network, and you can take your data along or delete them yourself. Responsible is{" "}
        {name}, <SupportAddress />.
      </p>
      <NumberedSections sections={SECTIONS} />
    </>
  );
}

const SECTIONS: Section[] = [
  {
    title: "When you only read",
    text: (
      <>
        <p>
          No account, no cookie, no profile. What you search for stands in the address of the page and is not stored by
          us.
        </p>
        <p>
          Icons and pictures from listed sites are fetched by our server and sent to you from here, so those sites do
          not learn that you looked. A video is a link until you press it; only then does its service load, under its
          own rules. A link that leads to a listed site tells that site that you came from here, and nothing about you.
        </p>
      </>
    ),
  },
  {
    title: "Your account",
    text: (
      <>
        <p>
          We store your email address, your name, the times at which the account was made and changed, and your password
          as a hash that cannot be turned back. It is needed to let you in and to show your listings as yours.
        </p>
        <p>
          For each device that is logged in we keep the times of log-in and last use, and its kind (“Firefox on
          Windows”), so that you can recognise and end sessions under <Link to={accountPath}>your account</Link>.
        </p>
      </>
    ),
  },
  {
    title: "Log-in with Google",
    text: (
      <p>
        Only if you choose it: Google then tells us your email address, your name and a number that stands for your
        Google account, and learns that you log in here. We get no password and no access to anything at Google.
      </p>
    ),
  },
  {
    title: "What you publish",
    text: (
      <p>
        Listings, articles and pictures are public, as is the number of likes of a site; who liked it is not shown. What
        a picture’s file says about where, when and with what it was taken is taken out before it is stored. When you
        paste a link into an article, our server reads that page for its title and picture.
      </p>
    ),
  },
  {
    title: "Payments",
    text: (
      <p>
        Payments for featured listings are handled by Stripe. Your card’s number goes from your browser to Stripe and
        never to us. We keep Stripe’s numbers for you and your subscription, its state and until when it is paid. Bills
        and payments must be kept for as long as tax law demands, at Stripe and with us, also after an account is
        deleted; your account is then no longer named in ours.
      </p>
    ),
  },
  {
    title: "Emails",
    text: (
      <p>
        We write only when something happens that you need to know: a link to verify your address, a log-in code, a new
        password, what concerns your listing or your payments, and answers to what you wrote. There is no newsletter. A
        message through the contact form is stored with your address and mailed to our support mailbox; we keep it until
        the matter is settled, and delete it earlier if you ask.
      </p>
    ),
  },
  {
    title: "Cookies",
    text: (
      <>
        <p>
          All of them are needed for what you asked for, so there is nothing to consent to. None is set while you only
          read.
        </p>
        <CookieList />
      </>
    ),
  },
  {
    title: "What is kept in your browser",
    text: (
      <p>
        The browser’s local storage may hold drafts of what you are writing, so that a closed tab loses nothing, and,
        after a log-in with Google, your name and address as this site shows them. It never holds a password or anything
        that opens your account. Logging out removes name and address; a draft stays until you finish or discard it.
        Clearing the site’s data in your browser removes all of it.
      </p>
    ),
  },
  {
    title: "Protection against abuse",
    text: (
      <p>
        To stop guessing of passwords and floods of messages we count tries by account and by internet address. What is
        stored is not the address but a keyed hash of it, with a number, for at most a day; most are gone after an hour.
      </p>
    ),
  },
  {
    title: "Who else handles data",
    text: (
      <ul>
        <li>
          <strong>Cloudflare</strong> hosts the site, its database, files and backups, and sends our mail. Like every
          host it sees the internet address and browser of each request, and keeps technical logs of them for a few
          days.
        </li>
        <li>
          <strong>Stripe</strong> handles payments, if you pay.
        </li>
        <li>
          <strong>Google</strong> confirms who you are, if you log in with it.
        </li>
      </ul>
    ),
  },
  {
    title: "How long data are kept",
    text: (
      <ul>
        <li>Account, listings, pictures and likes: until you delete them, or your account.</li>
        <li>Pictures that no article shows: a day.</li>
        <li>Sessions: {SESSION_IDLE_DAYS} days after they were last used, or until you log out.</li>
        <li>
          Codes: {CODE_VALID_MINUTES} minutes. Links to verify an address: {VERIFY_LINK_VALID_HOURS} hours; to set a
          password: {RESET_LINK_VALID_HOURS === 1 ? "one hour" : `${RESET_LINK_VALID_HOURS} hours`}.
        </li>
        <li>Of a listing that its owner deletes only its address here, so that nobody else is taken for it.</li>
        <li>
          What we change or delete ourselves (listings, names, messages, accounts): as it was before, with who did it
          and when, in a log that only we read, so that mistakes and misuse are found.
        </li>
        <li>
          The database can be set back by up to 30 days after a fault; what is deleted is gone from there as well, then.
        </li>
      </ul>
    ),
  },
  {
    title: "Your rights",
    text: (
      <>
        <p>
          Under <Link to={accountPath}>your account</Link> you can change your name, download everything that is stored
          about you as one file, and delete the account with its listings, pictures and likes. Articles that somebody
          wrote as staff stay, without a name.
        </p>
        <p>
          You can also ask us to tell you what we hold, to correct, restrict or delete it, and object to its use: write
          to <SupportAddress />. And you may complain to the data protection authority where you live.
        </p>
      </>
    ),
  },
  {
    title: "Changes",
    text: <p>This policy describes what the site does. When that changes, this text changes with it.</p>,
  },
];
