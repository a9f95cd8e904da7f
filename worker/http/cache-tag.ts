/** Cloudflare, "Purge by tags": a longer tag cannot be purged. */
const LENGTH_MAX = 1024;

/**
 * Returns the tag of all cached responses of a path, with any query. Each segment is percent-encoded, because tags must
 * be ASCII without spaces and commas. Returns undefined if the path is not UTF-8 or its tag is too long.
 */
export function cacheTag(path: string): string | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  try {
    const tag = `/${parts.map((part) => encodeURIComponent(decodeURIComponent(part))).join("/")}`;
    return tag.length <= LENGTH_MAX ? tag : undefined;
  } catch {
    return undefined;
  }
}
