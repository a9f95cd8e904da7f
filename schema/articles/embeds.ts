import type { EmbedService } from "./document.ts";
import { parseWebUrl } from "../values/urls.ts";

type Embed = { service: EmbedService; embedUrl: string; sourceUrl: string };
type Service = {
  service: EmbedService;
  hosts: string[];
  /** Matches path and query. */
  pattern: RegExp;
  embedUrl: (id: string, owner: string) => string;
  sourceUrl: (id: string, owner: string) => string;
};

const SERVICES: Service[] = [
  {
    service: "youtube",
    hosts: ["www.youtube.com", "youtube.com", "m.youtube.com", "www.youtube-nocookie.com"],
    pattern: /^\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)(?<id>[\w-]{11})(?![\w-])/,
    // This host sets no cookies before the video plays.
    embedUrl: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
    sourceUrl: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    service: "youtube",
    hosts: ["youtu.be"],
    pattern: /^\/(?<id>[\w-]{11})(?![\w-])/,
    embedUrl: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
    sourceUrl: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    service: "vimeo",
    hosts: ["vimeo.com", "www.vimeo.com", "player.vimeo.com"],
    pattern: /^\/(?:video\/)?(?<id>\d{1,12})(?!\w)/,
    embedUrl: (id) => `https://player.vimeo.com/video/${id}?dnt=1`,
    sourceUrl: (id) => `https://vimeo.com/${id}`,
  },
  {
    service: "codepen",
    hosts: ["codepen.io"],
    pattern: /^\/(?<owner>[\w-]{1,64})\/(?:pen|embed|full|details)\/(?<id>\w{3,64})(?!\w)/,
    embedUrl: (id, owner) => `https://codepen.io/${owner}/embed/${id}`,
    sourceUrl: (id, owner) => `https://codepen.io/${owner}/pen/${id}`,
  },
  {
    service: "figma",
    hosts: ["www.figma.com", "figma.com", "embed.figma.com"],
    pattern: /^\/(?<owner>file|design|proto|board)\/(?<id>\w{22,128})(?!\w)/,
    embedUrl: (id, kind) => `https://embed.figma.com/${kind}/${id}?embed-host=share`,
    sourceUrl: (id, kind) => `https://www.figma.com/${kind}/${id}`,
  },
];

/** For `frame-src` in the Content-Security-Policy. */
export const EMBED_ORIGINS = [
  "https://www.youtube-nocookie.com",
  "https://player.vimeo.com",
  "https://codepen.io",
  "https://embed.figma.com",
] as const;

/**
 * Returns undefined if no service matches. Both URLs are built from the id, so nothing else of the given URL is kept.
 */
export function findEmbed(address: unknown): Embed | undefined {
  const url = parseWebUrl(address);
  if (url?.protocol !== "https:" || url.port) return undefined;
  for (const { service, hosts, pattern, embedUrl, sourceUrl } of SERVICES) {
    const match = hosts.includes(url.hostname) && pattern.exec(url.pathname + url.search);
    const { id = "", owner = "" } = (match || undefined)?.groups ?? {};
    if (id) return { service, embedUrl: embedUrl(id, owner), sourceUrl: sourceUrl(id, owner) };
  }
  return undefined;
}
