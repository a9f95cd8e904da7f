import robotsParser from "robots-parser";
import type { AliveState } from "#schema/sites/life.ts";
import { hostOf } from "#schema/values/links.ts";
import { askPublic, publicUrl } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";
import { isParked } from "./parked.ts";

/** With the pauses between redirects at one host. */
const TIMEOUT_MS = 15_000;
const LIMITS = { maxBytes: 64 * 1024, larger: "cut", timeoutMs: TIMEOUT_MS, redirects: 5 } as const;
/** Websites answer so to robots, and show people a page. */
const REFUSALS = new Set([401, 402, 403, 405, 406, 407, 429, 451, 999]);

/** `to`: where the link leads to for good. */
export type Found = { state: AliveState; to?: string };

/** Asks a link as a visitor's browser would. `robot` is the name that a robots.txt may refuse. */
export async function checkLink(ports: Ports, link: string, robot: string): Promise<Found> {
  const url = publicUrl(link);
  if (!url || `.${url.hostname}`.endsWith(`.${ports.ownHost}`)) return { state: "unknown" };
  if (!(await mayAsk(ports, url, robot))) return { state: "unknown" };
  const answer = await askPublic(ports, url, { ...LIMITS, accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
  if (!answer) return { state: "unreachable" };
  if (REFUSALS.has(answer.status)) return { state: "unknown" };
  if (answer.status >= 300) return { state: "unreachable" };
  if (isParked(answer, link)) return { state: "parked" };
  const isElsewhere = answer.isMoved && !isWithin(answer.url.href, link) && !isWithin(link, answer.url.href);
  return isElsewhere ? { state: "moved", to: answer.url.href } : { state: "alive" };
}

/**
 * A robots.txt that fails refuses nobody here: this asks one page, and a website that fails is to be found. See RFC 9309,
 * 2.3.1, which is about programs that follow links.
 */
async function mayAsk(ports: Ports, url: URL, robot: string): Promise<boolean> {
  const address = new URL("/robots.txt", url);
  const rules = await askPublic(ports, address, { ...LIMITS, accept: "text/plain" });
  if (rules?.status !== 200) return true;
  return robotsParser(address.href, new TextDecoder().decode(rules.bytes)).isAllowed(url.href, robot) !== false;
}

/** Whether a link is at the host of another one, or below it. */
const isWithin = (link: string, other: string) => `.${hostOf(link)}`.endsWith(`.${hostOf(other)}`);
