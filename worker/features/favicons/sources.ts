import { fetchPublic, type PublicFile, publicUrl } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";
import type { Picture } from "../media/fetched-pictures.ts";
import { iconType } from "../media/image-type.ts";

const MAX_BYTES = 100 * 1024;
const PAGE_MAX_BYTES = 512 * 1024;
const REDIRECTS = 3;
/** Icons of one page that are tried. */
const DECLARED_MAX = 3;

const SOURCE_MS = 1500;
/** For the site's own three sources together, so that a slow site leaves time for the services. */
const OWN_SITE_MS = 3000;
const TOTAL_MS = 5000;

/** Two device pixels for each of the 32 that a card shows. */
const IDEAL_SIZE = 64;

/** Asks for a site's icon in five places, the best first, for about five seconds in all. */
export async function fetchIcon(
  ports: Ports,
  { host, home }: { host: string; home: URL },
): Promise<Picture | undefined> {
  const total = ports.timeout(TOTAL_MS);
  const own = AbortSignal.any([total, ports.timeout(OWN_SITE_MS)]);
  return (
    (await firstIcon(ports, await declaredIcons(ports, home, own), own)) ??
    (await firstIcon(ports, [new URL("/favicon.ico", home), new URL("/apple-touch-icon.png", home)], own)) ??
    (await firstIcon(ports, iconServices(host), total))
  );
}

const iconServices = (host: string) => [
  new URL(`https://icons.duckduckgo.com/ip3/${host}.ico`),
  new URL(`https://www.google.com/s2/favicons?${new URLSearchParams({ domain: host, sz: String(IDEAL_SIZE) })}`),
];

async function firstIcon(ports: Ports, urls: URL[], signal: AbortSignal): Promise<Picture | undefined> {
  const limits = { accept: "image/*", maxBytes: MAX_BYTES, timeoutMs: SOURCE_MS, redirects: REDIRECTS, signal };
  for (const url of urls) {
    // The next one is asked only where this one has nothing.
    // oxlint-disable-next-line no-await-in-loop
    const file = await fetchPublic(ports, url, limits);
    const type = file && iconType(file.bytes);
    if (type) return { bytes: file.bytes, type };
  }
  return undefined;
}

async function declaredIcons(ports: Ports, home: URL, signal: AbortSignal): Promise<URL[]> {
  const page = await fetchPublic(ports, home, {
    accept: "text/html",
    maxBytes: PAGE_MAX_BYTES,
    larger: "cut",
    timeoutMs: SOURCE_MS,
    redirects: REDIRECTS,
    signal,
  });
  return page ? iconLinks(page) : [];
}

/** Addresses of the icons that a page names, those nearest to the ideal size first. */
async function iconLinks(page: PublicFile): Promise<URL[]> {
  let base = page.url;
  const links: { url: URL; distance: number }[] = [];
  const reader = new HTMLRewriter()
    .on("base[href]", {
      element(element) {
        base = addressOf(element, page.url) ?? base;
      },
    })
    .on("link[rel][href]", {
      element(element) {
        const size = declaredSize(element);
        const url = size && addressOf(element, base);
        if (url) links.push({ url, distance: Math.abs(size - IDEAL_SIZE) });
      },
    });
  // HTMLRewriter gives up on markup that browsers read in two ways; what it has found by then stands.
  await reader
    .transform(new Response(page.bytes))
    .arrayBuffer()
    .catch(() => undefined);
  return links
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, DECLARED_MAX)
    .map(({ url }) => url);
}

// HTMLRewriter hands out attributes as they are written.
const addressOf = (element: Element, base: URL) =>
  publicUrl((element.getAttribute("href") ?? "").replaceAll("&amp;", "&"), base);

/** Pixels of the icon that a link names; undefined where it names none, or one that is not a picture of pixels. */
function declaredSize(link: Element): number | undefined {
  const kinds = (link.getAttribute("rel") ?? "").toLowerCase().split(/\s+/);
  const isSvg = link.getAttribute("type")?.includes("svg") || /\.svg(?:$|[?#])/i.test(link.getAttribute("href") ?? "");
  if (isSvg) return undefined;
  const [size] = /\d+/.exec(link.getAttribute("sizes") ?? "") ?? [];
  if (kinds.includes("icon")) return Number(size ?? 32);
  return kinds.includes("apple-touch-icon") ? Number(size ?? 180) : undefined;
}
