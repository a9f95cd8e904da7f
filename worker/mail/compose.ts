import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { type MailContent, toHtml, toText } from "./layout.ts";
import type { Mail } from "../ports.ts";

/** Every mail is made here. Both versions have the same content. */
export const composeMail = (site: DirectoryConfig, to: string, content: MailContent): Mail => ({
  to,
  subject: content.subject,
  text: toText(site, content),
  html: toHtml(site, content),
});
