import type { Measured } from "./run.ts";

// A month at Cloudflare, from measured rows and times and from assumed habits of visitors. It is an upper bound: the edge's
// cache answers nothing.

/** A kind of request. How often public ones are sent was counted in Chromium; those of accounts are assumptions. */
type Part = {
  perVisit: number;
  /** Names of calls in queries.ts: their D1 rows are added up. */
  queries: string[];
  /** Milliseconds, or the path of a measured request that takes as long. */
  cpu: string | number;
  kvReads?: number;
  kvWrites?: number;
  r2Reads?: number;
  r2Writes?: number;
  transformations?: number;
  mails?: number;
  /** Messages of queues beside those of mails. */
  messages?: number;
};

/** Nearly all of this time is for hashing the password. Its few rows of D1 do not count. */
const SIGN_IN_CPU_MS = 300;
/** Of an icon, a logo or a screenshot. */
const IMAGE_CPU_MS = 2;
/** A save purges the edge twice: at once, and after the lag of D1's replicas. */
const PURGES_OF_A_SAVE = 2;
/** Assumed for each listing: a logo of two widths, and three screenshots of three. Those of the demo have 0.072 MB. */
const FILES_OF_A_LISTING = 11;
const MB_OF_A_LISTING = 0.072;

const VISIT: Part[] = [
  { perVisit: 0.5, queries: ["home page"], cpu: "/" },
  { perVisit: 0.5, queries: ["site page"], cpu: "/alternatives/product-co-0" },
  // What the browser asks instead of a page when a visitor follows a link.
  { perVisit: 1.5, queries: ["site page"], cpu: "/api/saas/" },
  { perVisit: 0.5, queries: ["search, two common words"], cpu: "/api/saas/?q=open+source" },
  { perVisit: 0.5, queries: ["search box, a word"], cpu: "/api/alternatives/?q=pro" },
  // Icons of websites, then logos and screenshots.
  { perVisit: 14.5, queries: [], cpu: IMAGE_CPU_MS, r2Reads: 1 },
  { perVisit: 5, queries: [], cpu: IMAGE_CPU_MS, r2Reads: 1 },
  { perVisit: 0.05, queries: ["signed-in request", "dashboard, its sites"], cpu: "/api/sites/", kvReads: 1 },
  { perVisit: 0.02, queries: ["signed-in request", "like a site"], cpu: "/api/user/", kvReads: 1 },
  { perVisit: 0.005, queries: [], cpu: SIGN_IN_CPU_MS, kvWrites: 2, mails: 1 },
];

/** What a new listing costs. The number of new listings follows the size of the directory, not the number of visits. */
const NEW_LISTING: Omit<Part, "perVisit"> = {
  queries: ["signed-in request", "list a new site"],
  cpu: "/api/sites/",
  kvReads: 1,
  // Its owner reads that it is public.
  mails: 1,
  messages: PURGES_OF_A_SAVE,
  r2Writes: FILES_OF_A_LISTING,
  transformations: FILES_OF_A_LISTING,
};
/** Assumed, each with all its images. A listing of 100 is new in a month. */
const NEW_LISTINGS_SHARE = 0.01;

/** In 30 days, one every 10 minutes. */
const CRON_RUNS = 4_320;
/** A message is written, read and deleted. */
const OPERATIONS_OF_A_MESSAGE = 3;
/** A session in KV, with its key. */
const SESSION_BYTES = 500;

/**
 * The plan Workers Paid: what its monthly price includes of each unit, and the price of one more unit. Sources, read in
 * November 2026, all under https://developers.cloudflare.com/:
 * - workers/platform/pricing/: requests, processor time, KV
 * - workers/cache/: "Requests to a Worker with caching enabled are billed […] whether the response comes from cache or your
 *   Worker. CPU time is only billed when your Worker runs". Static assets are free.
 * - d1/platform/pricing/, queues/platform/pricing/, r2/pricing/, images/pricing/, email-service/platform/pricing/
 */
const PRICES = {
  requests: { included: 10e6, usd: 0.3e-6 },
  cpuMs: { included: 30e6, usd: 0.02e-6 },
  rowsRead: { included: 25e9, usd: 0.001e-6 },
  rowsWritten: { included: 50e6, usd: 1e-6 },
  d1Gb: { included: 5, usd: 0.75 },
  kvReads: { included: 10e6, usd: 0.5e-6 },
  kvWrites: { included: 1e6, usd: 5e-6 },
  kvGb: { included: 1, usd: 0.5 },
  r2Reads: { included: 10e6, usd: 0.36e-6 },
  r2Writes: { included: 1e6, usd: 4.5e-6 },
  r2Gb: { included: 10, usd: 0.015 },
  transformations: { included: 5_000, usd: 0.5e-3 },
  queueOperations: { included: 1e6, usd: 0.4e-6 },
  mails: { included: 3_000, usd: 0.35e-3 },
};
export const PLAN_USD = 5;

type Unit = keyof typeof PRICES;

export type CostFigures = {
  visits: number;
  used: Record<Unit, number>;
  /** Beyond what the plan includes. */
  usdOf: Record<Unit, number>;
  /** With the plan. */
  usd: number;
};

/** Estimates months with 10,000, a million and ten million visits. `measured` has the figures of one directory. */
export const costs = (measured: Measured): CostFigures[] =>
  [10_000, 1_000_000, 10_000_000].map((visits) => costsOf(measured, visits));

function costsOf(measured: Measured, visits: number): CostFigures {
  const queryNamed = (name: string) => measured.queries.find((query) => query.name === name)!;
  const used = Object.fromEntries(Object.keys(PRICES).map((unit) => [unit, 0])) as Record<Unit, number>;
  used.d1Gb = measured.databaseBytes / 1e9;
  used.r2Gb = (MB_OF_A_LISTING / 1000) * measured.sites;
  const cron: Part = { perVisit: CRON_RUNS / visits, queries: ["cron, nothing due"], cpu: 0 };
  const newListings = { ...NEW_LISTING, perVisit: (NEW_LISTINGS_SHARE * measured.sites) / visits };
  for (const part of [...VISIT, newListings, cron]) {
    const sent = visits * part.perVisit;
    used.requests += sent;
    used.cpuMs += sent * cpuOf(measured, part.cpu);
    for (const query of part.queries.map(queryNamed)) {
      used.rowsRead += sent * query.rowsRead;
      used.rowsWritten += sent * query.rowsWritten;
    }
    used.kvReads += sent * (part.kvReads ?? 0);
    used.kvWrites += sent * (part.kvWrites ?? 0);
    used.r2Reads += sent * (part.r2Reads ?? 0);
    used.r2Writes += sent * (part.r2Writes ?? 0);
    used.transformations += sent * (part.transformations ?? 0);
    used.mails += sent * (part.mails ?? 0);
    used.queueOperations += sent * ((part.mails ?? 0) + (part.messages ?? 0)) * OPERATIONS_OF_A_MESSAGE;
  }
  used.kvGb = (used.kvWrites * SESSION_BYTES) / 1e9;
  const usdOf = Object.fromEntries(
    Object.entries(PRICES).map(([unit, { included, usd }]) => [unit, Math.max(0, used[unit as Unit] - included) * usd]),
  ) as Record<Unit, number>;
  const usd = Object.values(usdOf).reduce((sum, part) => sum + part, PLAN_USD);
  return { visits, used, usdOf, usd };
}

/** Includes the time of D1, which the local runtime runs in the same process. Cloudflare does not bill that. */
const cpuOf = ({ requests }: Measured, cpu: string | number): number =>
  typeof cpu === "number" ? cpu : requests.find(({ path }) => path === cpu)!.cpuMs;

/** The text of worker/commands/deploy/costs.json. */
export const costsForDeploy = (figures: CostFigures[]): string =>
  `[\n${figures.map(({ visits, usd }) => `  { "visits": ${visits}, "usd": ${usd.toFixed(1)} }`).join(",\n")}\n]`;
