import { LINK_PREVIEW_MESSAGES } from "#schema/link-previews.ts";
import { MAX_LINK_LENGTH } from "#schema/sites.ts";
import { AppError } from "../../errors.ts";
import { fetchPublic, type PublicFile, publicUrl } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";

const LIMITS = { maxBytes: 512 * 1024, larger: "cut", timeoutMs: 5000, redirects: 3 } as const;

/**
 * The address that somebody typed or pasted; "example.com" is one, too.
 * @throws AppError 400 unless it is that of a public page.
 */
export function requirePublicUrl(address: string): URL {
  const url = publicUrl(address.trim()) ?? publicUrl(`https://${address.trim()}`);
  return url && url.href.length <= MAX_LINK_LENGTH ? url : refuse(LINK_PREVIEW_MESSAGES.notPublic);
}

/** @throws AppError 400 where there is none within the limits. */
export async function requirePage(ports: Ports, url: URL): Promise<PublicFile> {
  const page = await fetchPublic(ports, url, { ...LIMITS, accept: "text/html,application/xhtml+xml" });
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(page?.contentType ?? "");
  return page && isHtml ? page : refuse(LINK_PREVIEW_MESSAGES.notReadable);
}

function refuse(message: string): never {
  throw new AppError("bad_input", message, { url: message });
}
