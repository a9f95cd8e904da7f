import { SWITCH_MESSAGES } from "#schema/sites/switches.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { mailboxOf } from "../outbox/mailbox.ts";

/** Domains whose mailboxes belong to people who do not know each other. example.com is that of tries and examples. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set(
  "126.com 163.com aol.com att.net bluewin.ch btinternet.com comcast.net cox.net duck.com example.com fastmail.com free.fr gmail.com gmx.at gmx.ch gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it icloud.com laposte.net libero.it live.co.uk live.com live.fr live.nl mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com o2.pl orange.fr outlook.com outlook.de outlook.es outlook.fr pm.me posteo.de proton.me protonmail.com qq.com rediffmail.com rocketmail.com sbcglobal.net seznam.cz sfr.fr t-online.de tuta.com tutanota.com ukr.net verizon.net virgilio.it wanadoo.fr web.de wp.pl yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru ymail.com zoho.com".split(
    " ",
  ),
);

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1);
/** One person, or people who can be one: of a domain with mailboxes as many as its owner wants. */
export const personOf = (email: string) => (SHARED_DOMAINS.has(domainOf(email)) ? mailboxOf(email) : domainOf(email));
const isInside = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/** Why the person cannot say how moving to the site went. Undefined: they can. */
export function refusalOf(
  user: { email: string; createdAt: number },
  site: { ownerEmail: string | null; host: string },
  now: number,
): string | undefined {
  const [domain, owner] = [domainOf(user.email), site.ownerEmail ?? ""];
  if (mailboxOf(user.email) === mailboxOf(owner)) return SWITCH_MESSAGES.owner;
  const isOfOwner = domain === domainOf(owner) || isInside(site.host, domain) || isInside(domain, site.host);
  if (isOfOwner && !SHARED_DOMAINS.has(domain)) return SWITCH_MESSAGES.ownerDomain;
  return user.createdAt > now - DAY_MS ? SWITCH_MESSAGES.newAccount : undefined;
}
