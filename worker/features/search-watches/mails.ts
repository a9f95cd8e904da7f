import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { homePath, sitePath, withQuery } from "#schema/pages/paths.ts";
import {
  STOP_FIELD,
  STOP_VALUE,
  UNCONFIRMED_WATCH_DAYS,
  WATCH_DAYS,
  type WatchedSearch,
} from "#schema/search/search-watches.ts";
import { composeMail } from "../../mail/compose.ts";
import { isolate } from "../../mail/layout.ts";
import type { Mail } from "../../ports.ts";

/** RFC 8058: a mail program offers to unsubscribe, and sends a POST to the link. The mail service signs both headers. */
const stopHeaders = (stop: string) => ({
  [STOP_FIELD]: `<${stop}>`,
  [`${STOP_FIELD}-Post`]: `${STOP_FIELD}=${STOP_VALUE}`,
});

type Asked = { to: string; confirm: string; stop: string };

/** It does not contain the search: otherwise anyone could send texts to strangers. The screen of the link shows it. */
export const confirmWatchMail = (site: DirectoryConfig, { to, confirm, stop }: Asked): Mail => ({
  ...composeMail(site, to, {
    subject: `Confirm what you asked for at ${site.name}`,
    parts: [
      "Open this link and press the button, so that we can tell you when a site is listed:",
      { button: "See what you asked for", link: confirm },
      "A search found no matching site. If you confirm, you get one email when a site for it is listed, and no other email.",
      `If you do not confirm within ${UNCONFIRMED_WATCH_DAYS} days, we delete your email address. If you confirm, we delete it after the email, or after ${WATCH_DAYS} days without a site.`,
      `You can end this at any time: ${stop}`,
      "If you did not ask for it, you can ignore this email.",
    ],
    why: `You get this email because someone entered your email address after a search at ${site.name}.`,
  }),
  headers: stopHeaders(stop),
});

type Listed = { to: string; search: WatchedSearch; sites: { name: string; slug: string }[]; stop: string };

export const listedMail = (site: DirectoryConfig, { to, search, sites, stop }: Listed): Mail => ({
  ...composeMail(site, to, {
    subject: `One is listed: ${sites[0]!.name}`,
    parts: [
      `See what is listed now for your search “${isolate(search.q)}”:`,
      { facts: sites.map(({ name, slug }) => [name, site.origin + sitePath(slug)]) },
      { button: "See all results", link: site.origin + withQuery(homePath, search) },
      "This is the only email about this search. We have deleted your email address from it.",
      `To get no email about your other searches either, open this link: ${stop}`,
    ],
    why: `You get this email because you asked ${site.name} to tell you when a site for this search is listed.`,
  }),
  headers: stopHeaders(stop),
});
