import { env } from "cloudflare:workers";
import type { SeenPage } from "#schema/sites/beacon.ts";
import type { SiteFigures } from "#schema/sites/figures.ts";
import type { Seen } from "#schema/tables/figures.ts";
import { connect } from "#worker/db/connection.ts";
import { addUpDay, consumeBeacons } from "#worker/features/figures/add-up.ts";
import { fakePorts, fakes, ORIGIN, type Overrides, request } from "./app.ts";
import type { Browser } from "./browser.ts";

export const db = connect(env.DB);

const PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** What tells visitors apart: `address` is their IP address. */
export type Visitor = { address: string; agent?: string; headers?: Record<string, string> };

const headersOf = ({ address, agent = PERSON, headers }: Visitor) => ({
  Origin: ORIGIN,
  "User-Agent": agent,
  "CF-Connecting-IP": address,
  ...headers,
});

export const send = (visitor: Visitor, body: unknown, overrides: Overrides = {}) =>
  request(
    "/api/beacon/",
    { method: "POST", headers: headersOf(visitor), body: typeof body === "string" ? body : JSON.stringify(body) },
    overrides,
  );

/** The signed list of the page at this path, as its document has it. */
export async function cardsAt(path: string): Promise<string> {
  const html = await (await request(path)).text();
  return /<main[^>]* data-cards="([^"]*)"/.exec(html)?.[1] ?? "";
}

/** What one page view saw. */
export const see = (visitor: Visitor, cards: string, ...marks: SeenPage["marks"]) =>
  send(visitor, { pages: [{ cards, marks }] });

/** Delivers what the queue holds. */
export async function deliverBeacons(seen: readonly Seen[] = fakes.beacons.splice(0)): Promise<void> {
  for (let at = 0; at < seen.length; at += 100)
    await consumeBeacons({ messages: seen.slice(at, at + 100).map((body) => ({ body })) }, env);
}

/** The cron adds up a day that has ended. */
export const addUp = () => addUpDay({ db, env, ports: fakePorts });

/** As the owner or staff get them. */
export async function figuresOf(browser: Browser, siteId: number, query = ""): Promise<SiteFigures> {
  return (await (await browser.get(`/api/sites/${siteId}/figures/${query}`)).json()) as SiteFigures;
}
