import { MIN_LOGO_SIDE_PX } from "#schema/images/site-images.ts";
import { fetchPublic, publicUrl } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";
import { type PageHead, readHead } from "../../http/page-head.ts";
import { fetchedImageType } from "../media/fetched-image.ts";
import type { FetchedImage } from "../media/fetched-image-cache.ts";

const MAX_BYTES = 100 * 1024;
const PAGE_MAX_BYTES = 512 * 1024;
/** Of all images of an .ico file together. A page shows dozens of icons at once. */
const MAX_PIXELS = 1024 * 1024;
const REDIRECTS = 3;
const MAX_DECLARED_ICONS = 3;

const SOURCE_MS = 1500;
/** For the three sources on the site itself. A slow site then leaves time for the icon services. */
const OWN_SITE_MS = 3000;
const TOTAL_MS = 5000;

/** A card shows icons at 32 CSS pixels, which are 64 pixels on a high-density screen. */
const IDEAL_SIZE_PX = 64;

/**
 * Tries the icons that the home page declares, `/favicon.ico`, `/apple-touch-icon.png`, and two icon services. Returns
 * undefined if none has an icon within five seconds.
 */
export async function fetchIcon(
  ports: Ports,
  { host, home }: { host: string; home: URL },
): Promise<FetchedImage | undefined> {
  const total = ports.timeout(TOTAL_MS);
  const own = AbortSignal.any([total, ports.timeout(OWN_SITE_MS)]);
  return (
    (await fetchFirstIcon(ports, await fetchDeclaredIcons(ports, home, own), own)) ??
    (await fetchFirstIcon(ports, [new URL("/favicon.ico", home), new URL("/apple-touch-icon.png", home)], own)) ??
    (await fetchFirstIcon(ports, iconServiceUrls(host), total))
  );
}

const iconServiceUrls = (host: string) => [
  new URL(`https://icons.duckduckgo.com/ip3/${host}.ico`),
  new URL(`https://www.google.com/s2/favicons?${new URLSearchParams({ domain: host, sz: String(IDEAL_SIZE_PX) })}`),
];

async function fetchFirstIcon(ports: Ports, urls: URL[], signal: AbortSignal): Promise<FetchedImage | undefined> {
  const limits = { accept: "image/*", maxBytes: MAX_BYTES, timeoutMs: SOURCE_MS, redirects: REDIRECTS, signal };
  for (const url of urls) {
    // The next source is tried only if this one has no icon.
    const file = await fetchPublic(ports, url, limits);
    const type = file && fetchedImageType(file.bytes, MAX_PIXELS);
    if (type) return { bytes: file.bytes, type };
  }
  return undefined;
}

async function fetchDeclaredIcons(ports: Ports, home: URL, signal: AbortSignal): Promise<URL[]> {
  const page = await fetchPublic(ports, home, {
    accept: "text/html",
    maxBytes: PAGE_MAX_BYTES,
    larger: "cut",
    timeoutMs: SOURCE_MS,
    redirects: REDIRECTS,
    signal,
  });
  return page ? iconLinks(readHead(page)).slice(0, MAX_DECLARED_ICONS) : [];
}

/** Returns the URLs of the declared icons, the size nearest to 64 pixels first. */
export function iconLinks(head: PageHead): URL[] {
  const distance = ({ size }: DeclaredIcon) => Math.abs(size - IDEAL_SIZE_PX);
  return declaredIcons(head)
    .toSorted((a, b) => distance(a) - distance(b))
    .map(({ url }) => url);
}

/** Returns the URL of the largest icon, if it is large enough for a logo: declared, or at the usual place. */
export function logoLink(head: PageHead): URL {
  const [largest] = declaredIcons(head).toSorted((a, b) => b.size - a.size);
  return largest && largest.size >= MIN_LOGO_SIDE_PX ? largest.url : new URL("/apple-touch-icon.png", head.base);
}

type DeclaredIcon = { url: URL; size: number };

const declaredIcons = ({ base, tags }: PageHead): DeclaredIcon[] =>
  tags.flatMap(({ name, attributes: { rel, href, type, sizes } }) => {
    const size = name === "link" && rel && href && declaredSize({ rel, href, type, sizes });
    const url = size && publicUrl(href, base);
    return url ? [{ url, size }] : [];
  });

type IconLink = { rel: string; href: string; type: string | undefined; sizes: string | undefined };

/** Returns the size in pixels. Undefined for SVG and for links that are no icon. */
function declaredSize({ rel, href, type, sizes }: IconLink): number | undefined {
  const kinds = rel.toLowerCase().split(/\s+/);
  if (type?.includes("svg") || /\.svg(?:$|[?#])/i.test(href)) return undefined;
  const [size] = /\d+/.exec(sizes ?? "") ?? [];
  if (kinds.includes("icon")) return Number(size ?? 32);
  return kinds.includes("apple-touch-icon") ? Number(size ?? 180) : undefined;
}
