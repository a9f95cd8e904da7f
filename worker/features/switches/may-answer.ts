import { MIN_ACCOUNT_DAYS, SWITCH_MESSAGES } from "#schema/sites/switches.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { AppError } from "../../errors.ts";

/** Domains whose mailboxes belong to people who do not know each other. example.com is that of tries and examples. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set(
  "126.com 163.com aol.com example.com fastmail.com free.fr gmail.com gmx.de gmx.net googlemail.com hey.com hotmail.com icloud.com laposte.net libero.it live.com mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com orange.fr outlook.com pm.me posteo.de proton.me protonmail.com qq.com rediffmail.com seznam.cz t-online.de tuta.com tutanota.com ukr.net wanadoo.fr web.de yahoo.co.jp yahoo.co.uk yahoo.com yandex.com yandex.ru ymail.com zoho.com".split(
    " ",
  ),
);

export type Answering = {
  user: { id: number; email: string; createdAt: number };
  site: { ownerId: number | null; ownerEmail: string | null; host: string };
  now: number;
};

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1);
const isInside = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/** The error for a person who cannot say how moving to the site went. Undefined: they can. */
export function refusalOf({ user, site, now }: Answering): AppError | undefined {
  const domain = domainOf(user.email);
  if (user.id === site.ownerId) return new AppError("not_allowed", SWITCH_MESSAGES.owner);
  if (!SHARED_DOMAINS.has(domain)) {
    const isOfSite = isInside(site.host, domain) || isInside(domain, site.host);
    if (isOfSite || domain === domainOf(site.ownerEmail ?? ""))
      return new AppError("not_allowed", SWITCH_MESSAGES.ownerDomain);
  }
  const isNew = user.createdAt > now - MIN_ACCOUNT_DAYS * DAY_MS;
  return isNew ? new AppError("not_allowed", SWITCH_MESSAGES.newAccount) : undefined;
}
