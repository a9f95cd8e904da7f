import { hostOf } from "#schema/links.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_SITE_NAME_LENGTH } from "#schema/sites.ts";
import { cutAtWord } from "#schema/text.ts";
import type { Metadata } from "./metadata.ts";

/** " – ", " | ", ": " and the like, between a name and what it is about. */
const SEPARATOR = /\s+[-–—|·•:»]+\s+|:\s+|\s*\|\s*/;

/** Name and description for the form of a new site, from what its page says. */
export function proposeTexts({ title, siteName, description }: Metadata, link: URL) {
  return {
    name: cutAtWord(nameIn(siteName || title, link), MAX_SITE_NAME_LENGTH),
    description: cutAtWord(description, MAX_DESCRIPTION_LENGTH),
  };
}

/** The part of the title that the host bears, too ("Pricing | Notion" at notion.so), else the first. */
function nameIn(title: string, link: URL): string {
  const parts = title.split(SEPARATOR).filter(Boolean);
  const host = letters(hostOf(link.href));
  return parts.find((part) => letters(part).length > 2 && host.includes(letters(part))) ?? parts[0] ?? "";
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
