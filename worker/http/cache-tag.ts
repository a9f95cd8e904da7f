import type { Subject } from "../ports.ts";
import { sha256 } from "./signing.ts";

/** Cloudflare removes spaces around tags and splits the header at commas, so slugs of all scripts are encoded. */
const encode = (text: string) => encodeURI(text).replaceAll(",", "%2C");

/** A header has room for the tags of a long page, also if its sites have long names in other scripts. */
const LENGTH_MAX = 100;

/**
 * The cache tag of a subject: printable ASCII without spaces and commas, at most 100 characters.
 * https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/#a-few-things-to-remember
 */
export function cacheTag(subject: Subject): string {
  const tag = encode(subject);
  return tag.length <= LENGTH_MAX ? tag : `hash:${sha256(subject)}`;
}

/** Cloudflare, "Cache tag limits": 16 KB and 1,000 tags a response. Less, because the units are not said. */
const HEADER_BYTES_MAX = 15_000;
const TAGS_MAX = 900;

/** Returns the value of `Cache-Tag`, or undefined if the tags of the response are too many to be purged by all of them. */
export function cacheTagHeader(subjects: Iterable<Subject>): string | undefined {
  const tags = [...new Set([...subjects, "all" as const])].map(cacheTag);
  const header = tags.join(",");
  return tags.length <= TAGS_MAX && header.length <= HEADER_BYTES_MAX ? header : undefined;
}
