import type { Measured } from "./run.ts";

/** A kind of request. The numbers are assumptions about an average visit. */
type Part = {
  perVisit: number;
  /** Names of calls in queries.ts: their D1 rows are added up. */
  queries: string[];
  /** Milliseconds, or the path of a measured request that takes as long. */
  cpu: string | number;
  isPublic?: boolean;
  kvWrites?: number;
  r2Reads?: number;
};

/** Nearly all of this time is for hashing the password. */
const SIGN_IN_CPU_MS = 300;
/** Of an icon, a logo or a screenshot. */
const IMAGE_CPU_MS = 2;
const VISIT: Part[] = [
  { perVisit: 0.5, queries: ["home page"], cpu: "/", isPublic: true },
  { perVisit: 1.5, queries: ["site page"], cpu: "/alternatives/product-co-0", isPublic: true },
  { perVisit: 0.5, queries: ["list, page 1"], cpu: "/api/saas/", isPublic: true },
  { perVisit: 0.3, queries: ["search, two common words"], cpu: "/api/saas/?q=open+source", isPublic: true },
  { perVisit: 8, queries: [], cpu: IMAGE_CPU_MS, isPublic: true, r2Reads: 1 },
  { perVisit: 3, queries: [], cpu: IMAGE_CPU_MS, isPublic: true, r2Reads: 1 },
  { perVisit: 0.05, queries: ["signed-in request", "dashboard, its sites"], cpu: "/api/sites/" },
  { perVisit: 0.02, queries: ["signed-in request", "like a site"], cpu: "/api/user/" },
  { perVisit: 0.002, queries: ["signed-in request", "list a new site"], cpu: "/api/sites/" },
  { perVisit: 0.005, queries: ["sign-in"], cpu: SIGN_IN_CPU_MS, kvWrites: 2 },
];
/** Assumed, like VISIT. */
const CACHE_HIT_RATE = 0.7;
/** In 30 days, one every 10 minutes. */
const CRON_RUNS = 4_320;

/** The plan Workers Paid: what its monthly price includes, and the price of a further million. */
const PRICES = {
  requests: { included: 10e6, usd: 0.3 },
  cpuMs: { included: 30e6, usd: 0.02 },
  rowsRead: { included: 25e9, usd: 0.001 },
  rowsWritten: { included: 50e6, usd: 1 },
  kvWrites: { included: 1e6, usd: 5 },
  r2ClassB: { included: 10e6, usd: 0.36 },
};
const BASE_USD = 5;

export type CostFigures = { visits: number; isCached: boolean; usd: number } & Record<keyof typeof PRICES, number>;

/**
 * Estimates a month with 10,000 and with a million visits, with and without the edge cache. `measured` has the figures
 * of the larger directory.
 */
export function costs(measured: Measured): CostFigures[] {
  return [10_000, 1_000_000].flatMap((visits) => [false, true].map((isCached) => costsOf(measured, visits, isCached)));
}

function costsOf({ queries, requests }: Measured, visits: number, isCached: boolean): CostFigures {
  const used = { requests: CRON_RUNS, cpuMs: 0, rowsRead: 0, rowsWritten: 0, kvWrites: 0, r2ClassB: 0 };
  for (const part of VISIT) {
    const sent = visits * part.perVisit;
    const uncached = sent * (isCached && part.isPublic ? 1 - CACHE_HIT_RATE : 1);
    const { cpu } = part;
    const cpuMs = typeof cpu === "number" ? cpu : requests.find(({ path }) => path === cpu)!.cpuMs;
    // An upper bound: cached requests count too.
    used.requests += sent;
    used.cpuMs += uncached * cpuMs;
    used.kvWrites += uncached * (part.kvWrites ?? 0);
    used.r2ClassB += uncached * (part.r2Reads ?? 0);
    for (const query of part.queries) {
      const figures = queries.find(({ name }) => name === query)!;
      used.rowsRead += uncached * figures.rowsRead;
      used.rowsWritten += uncached * figures.rowsWritten;
    }
  }
  const extra = Object.entries(PRICES).map(
    ([unit, { included, usd }]) => (Math.max(0, used[unit as keyof typeof used] - included) / 1e6) * usd,
  );
  return { visits, isCached, ...used, usd: extra.reduce((sum, usd) => sum + usd, BASE_USD) };
}
