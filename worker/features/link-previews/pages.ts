import { LINK_PREVIEW_MESSAGES } from "#schema/sites/link-previews.ts";
import { MAX_URL_LENGTH } from "#schema/values/urls.ts";
import { cleanLink } from "#schema/values/web-links.ts";
import { AppError } from "../../errors.ts";
import { fetchPublic, type PublicFile, publicUrl } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";

const LIMITS = { maxBytes: 512 * 1024, larger: "cut", timeoutMs: 5000, redirects: 3 } as const;

/**
 * Mends what `cleanLink` mends, such as a missing protocol: "example.com".
 * @throws AppError 400 if it is not a public http or https URL, or if it is too long.
 */
export function requirePublicUrl(entered: string): URL {
  const url = publicUrl(cleanLink(entered));
  return url && url.href.length <= MAX_URL_LENGTH ? url : throwUrlError(LINK_PREVIEW_MESSAGES.notPublic);
}

/**
 * Fetches at most the first 512 kB.
 * @throws AppError 400 if there is no HTML page, or if it takes more than five seconds or three redirects.
 */
export const requirePage = async (ports: Ports, url: URL): Promise<PublicFile> =>
  (await findPage(ports, url)) ?? throwUrlError(LINK_PREVIEW_MESSAGES.notReadable);

/** As `requirePage`, but returns undefined. */
export async function findPage(ports: Ports, url: URL): Promise<PublicFile | undefined> {
  const page = await fetchPublic(ports, url, { ...LIMITS, accept: "text/html,application/xhtml+xml" });
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(page?.contentType ?? "");
  return isHtml ? page : undefined;
}

function throwUrlError(message: string): never {
  throw new AppError("bad_input", message, { fields: { url: message } });
}
