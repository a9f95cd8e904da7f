import { parseOwnPath, trimUrl } from "#schema/values/urls.ts";
import { originalUrl } from "../media/remote-images.ts";

/**
 * Returns the URL under which an image is stored in a document. Undefined if it is neither an https URL nor an upload of
 * this site. A signed path, which expires, becomes its remote URL.
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
