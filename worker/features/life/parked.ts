import type { PublicFile } from "../../http/public-fetch.ts";
import { hostOf } from "#schema/values/links.ts";

/** Where domains are parked and sold. */
const MARKETS =
  /(?:^|\.)(?:above|afternic|bodis|buydomains|cashparking|dan|domainmarket|hugedomains|parkingcrew|parklogic|sedo|sedoparking|undeveloped|uniregistry)\.com$/;
const WORDS =
  /\b(?:buy this domain|(?:this|the) domain (?:name )?(?:[\w.-]+ )?(?:is|may be) (?:available )?for sale|domain (?:is|has been) parked|parked free|this (?:web ?page|domain) is parked|this domain has expired)\b/i;
/** Parked pages are short. A long page with these words sells domains itself, or writes about them. */
const SHORT_BYTES = 30_000;

/** Whether the domain of a link is for sale. `page` is what the link leads to. */
export function isParked(page: PublicFile, link: string): boolean {
  const host = hostOf(page.url.href);
  if (host !== hostOf(link) && MARKETS.test(host)) return true;
  if (page.bytes.length > SHORT_BYTES) return false;
  return WORDS.test(new TextDecoder().decode(page.bytes).replaceAll(/(?:<[^>]{0,2000}>|\s)+/g, " "));
}
