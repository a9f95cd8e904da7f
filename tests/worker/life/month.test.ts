// @module-tag long
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { sites } from "#schema/tables/sites.ts";
import { DAY_MS, MINUTE_MS } from "#schema/values/dates.ts";
import { createListings } from "#worker/features/sites/save/create.ts";
import { connect } from "#worker/db/connection.ts";
import { meter } from "../../support/meter.ts";
import { fakes, NOW } from "../support/app.ts";
import { runChecks } from "../support/checks.ts";
import { toNewSite } from "../support/factories.ts";

const SITES = 5077;
const MONTH_DAYS = 30;
/** On which day what happens to a site. */
type Fate = { fate: "dies" | "moves" | "is parked"; day: number };

/** One in 17 sites, on days over the whole month. */
const fates = new Map<string, Fate>();
const linkOf = (number: number) =>
  number % 20 === 0 ? `https://shared.example/${number}` : `https://site-${number}.example/`;
for (let number = 1; number <= SITES; number += 17)
  fates.set(linkOf(number), {
    fate: (["dies", "moves", "is parked"] as const)[number % 3]!,
    day: (number * 7) % MONTH_DAYS,
  });

const PAGES = {
  alive: () => new Response("<title>A product</title>"),
  "is parked": () => new Response("<title>This domain is for sale</title>"),
  moves: () => new Response(null, { status: 301, headers: { Location: "https://new-home.example/" } }),
  dies: () => {
    throw new TypeError("unknown host");
  },
};

/** The times at which each host was asked. */
const asked = new Map<string, number[]>();
const ports = {
  async wait(ms: number) {
    fakes.now += ms;
  },
  async fetch(url: URL) {
    asked.set(url.hostname, [...(asked.get(url.hostname) ?? []), fakes.now]);
    fakes.now += 50;
    const { fate, day } = fates.get(url.href) ?? {};
    const hasHappened = fate && fakes.now >= NOW + day! * DAY_MS;
    return PAGES[url.pathname === "/robots.txt" || !hasHappened ? "alive" : fate]();
  },
};

const STATES = { dies: "unreachable", moves: "moved", "is parked": "parked" };

test(
  "in two months, what dies, moves and is parked in the first is found within a month, and no host is asked twice a second",
  { timeout: 600_000 },
  async () => {
    const numbers = Array.from({ length: SITES }, (_, index) => index + 1);
    for (let start = 0; start < SITES; start += 500) {
      const listings = numbers.slice(start, start + 500).map((number) => toNewSite({ link: linkOf(number) }));
      await createListings(connect(env.DB), listings, { ownerId: null, newId: () => "unique" });
    }
    const counts = meter(env.DB as never);
    const foundAt = new Map<string, number>();
    let rowsBefore = 0;
    for (let day = 0; day <= 2 * MONTH_DAYS; day++) {
      // The cron runs every ten minutes. Runs with nothing to do are left out.
      for (let run = 0; run < 144; run++) {
        fakes.now = Math.max(fakes.now, NOW + day * DAY_MS + run * 10 * MINUTE_MS);
        const before = asked.size;
        const rows = counts.rowsWritten;
        await runChecks(ports, { env: { DB: counts.d1 as never } });
        if (counts.rowsWritten === rows && asked.size === before) break;
      }
      if (day === MONTH_DAYS) rowsBefore = counts.rowsWritten;
      for (const { link, aliveState } of await drizzle(env.DB).select().from(sites))
        if (aliveState !== "alive" && !foundAt.has(link)) foundAt.set(link, day);
    }
    // A month of 100,000 sites writes 400,000 rows at most, for which D1 takes 0.40 dollars.
    expect((counts.rowsWritten - rowsBefore) / SITES).toBeLessThan(4);
    const states = new Map((await drizzle(env.DB).select().from(sites)).map((site) => [site.link, site]));
    for (const [link, { fate, day }] of fates) {
      expect(states.get(link)?.aliveState, link).toBe(STATES[fate]);
      expect(foundAt.get(link)! - day, link).toBeLessThanOrEqual(MONTH_DAYS + 1);
    }
    expect([...states.values()].filter(({ aliveState }) => aliveState !== "alive")).toHaveLength(fates.size);
    const gaps = [...asked.values()].flatMap((times) => times.slice(1).map((time, index) => time - times[index]!));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
  },
);
