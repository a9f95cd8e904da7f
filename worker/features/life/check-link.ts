import robotsParser from "robots-parser";
import type { AliveState } from "#schema/sites/life.ts";
import { hostOf } from "#schema/values/links.ts";
import { askPublic, publicUrl } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";
import { isParked } from "./parked.ts";

const LIMITS = { maxBytes: 64 * 1024, larger: "cut", timeoutMs: 10_000, redirects: 5 } as const;
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
  const isElsewhere = answer.isMoved && domainOf(answer.url.href) !== domainOf(link);
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

/** A website that leads from one of its hosts to another has not moved. */
const domainOf = (link: string) => hostOf(link).split(".").slice(-2).join(".");
