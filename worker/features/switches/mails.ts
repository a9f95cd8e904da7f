import { MIN_FIGURES } from "#schema/sites/switches.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { aboutPath, movedPath, sitePath } from "#schema/pages/paths.ts";
import { composeMail } from "../../mail/compose.ts";
import { isolate } from "../../mail/layout.ts";
import type { Mail } from "../../ports.ts";

type Answered = { to: string; name: string; slug: string; productName: string };

/** To the owner. It says nothing of what was written. */
export const newAnswerMail = (site: DirectoryConfig, { to, name, slug, productName }: Answered): Mail =>
  composeMail(site, to, {
    subject: `Somebody says how moving to ${name} went`,
    parts: [
      `Read what somebody says who moved from ${isolate(productName)} to ${isolate(name)}. You can answer once, below their text:`,
      { button: "Read it", link: `${site.origin}${sitePath(slug)}#moved` },
      "You get at most one such email about this listing in a day.",
    ],
    why: `You get this email because you have a listing at ${site.name}.`,
  });

type Asked = { to: string; product: { name: string; slug: string }; site: { name: string; slug: string } | null };

/** Once, a month after somebody pressed "I am moving". */
export const askMail = (directory: DirectoryConfig, { to, product, site }: Asked): Mail =>
  composeMail(directory, to, {
    subject: `Moved from ${product.name}? Say how it went`,
    parts: [
      `Tell others how your move from ${isolate(product.name)}${site ? ` to ${isolate(site.name)}` : ""} went. It takes two minutes, and no name is shown:`,
      { button: "Say how it went", link: directory.origin + movedPath(product.slug, site?.slug) },
      `Once a move has ${MIN_FIGURES} answers, pages show how many stayed and how many went back. How we count: ${directory.origin}${aboutPath}#moved`,
      `If you have not moved yet, you can ignore this email. We do not ask again. Your checklist: ${directory.origin}${movedPath(product.slug)}`,
    ],
    why: `You get this email because you pressed “I am moving” at ${directory.name} a month ago.`,
  });

type Refused = { to: string; name: string; reason: string };

export const switchRefusedMail = (site: DirectoryConfig, { to, name, reason }: Refused): Mail => ({
  ...composeMail(site, to, {
    subject: `Your answer about ${name} is not shown`,
    parts: [
      `We do not show what you wrote about moving to ${isolate(name)}, for this reason:`,
      { words: reason, isQuoted: true },
      "If you think this is a mistake, reply to this email.",
    ],
    why: `You get this email because you said at ${site.name} how a move went.`,
  }),
  replyTo: site.supportEmail,
});
