import { hostOf } from "#schema/values/links.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_SITE_NAME_LENGTH } from "#schema/sites/sites.ts";
import { cutAtWord } from "#schema/values/text.ts";
import type { Metadata } from "./metadata.ts";

/** Separators between a name and a slogan, such as " – ", " | " and ": ". */
const SEPARATOR = /\s+[-–—|·•:»]+\s+|:\s+|\s*\|\s*/;

export function proposeTexts({ title, siteName, description }: Metadata, link: URL) {
  return {
    name: cutAtWord(nameIn(siteName || title, link), MAX_SITE_NAME_LENGTH),
    description: cutAtWord(description, MAX_DESCRIPTION_LENGTH),
  };
}

/**
 * Returns the part of the title that is also in the host ("Notion" of "Pricing | Notion" at notion.so), else the first
 * part.
 */
function nameIn(title: string, link: URL): string {
  const parts = title.split(SEPARATOR).filter(Boolean);
  const host = letters(hostOf(link.href));
  return parts.find((part) => letters(part).length > 2 && host.includes(letters(part))) ?? parts[0] ?? "";
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
