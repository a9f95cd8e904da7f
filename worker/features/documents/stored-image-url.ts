import { parseOwnPath, trimUrl } from "#schema/urls.ts";
import { originalUrl } from "../media/remote-images.ts";

/**
 * An address that a picture may have: https, or an upload of this site. The editor shows pictures from elsewhere under
 * signed addresses; stored is where they lie, because signatures do not last.
 */
export function storedImageUrl(value: unknown): string | undefined {
  const url = trimUrl(value);
  if (!url) return undefined;
  const path = parseOwnPath(url);
  const original = path && originalUrl(path);
  if (original) return storedImageUrl(original);
  // Any other path of this site could be a call that does something.
  if (path) return path.startsWith("/media/") ? path : undefined;
  const parsed = URL.parse(url);
  return parsed?.protocol === "https:" && !parsed.username && !parsed.password ? url : undefined;
}
