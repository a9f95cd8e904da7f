/** Cloudflare, "Purge by tags": a longer one cannot be purged. */
const LENGTH_MAX = 1024;

/**
 * The tag of a path's copies, whatever their query: the path itself, spelled in one way. Tags are printable ASCII without
 * spaces and commas, and case does not count. Undefined for a path that no page can have.
 */
export function cacheTag(path: string): string | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  try {
    const tag = `/${parts.map((part) => encodeURIComponent(decodeURIComponent(part))).join("/")}`;
    return tag.length <= LENGTH_MAX ? tag : undefined;
  } catch {
    // Not UTF-8.
    return undefined;
  }
}
