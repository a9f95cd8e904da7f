import { parseOwnPath, trimUrl } from "#schema/urls.ts";
import { originalUrl } from "../media/remote-images.ts";

/**
 * Returns the URL under which an image is stored in a document, or undefined if it is not allowed. Allowed are https
 * URLs and uploads of this site. The editor shows remote images under signed paths, which expire; the remote URL is
 * stored instead.
 */
export function storedImageUrl(value: unknown): string | undefined {
  const url = trimUrl(value);
  if (!url) return undefined;
  const path = parseOwnPath(url);
  const original = path && originalUrl(path);
  if (original) return storedImageUrl(original);
  // Other paths of this site could be API endpoints.
  if (path) return path.startsWith("/media/") ? path : undefined;
  const parsed = URL.parse(url);
  return parsed?.protocol === "https:" && !parsed.username && !parsed.password ? url : undefined;
}
