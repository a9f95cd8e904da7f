import { type EdgeKind, edgeShares, perVisit } from "./edge-month.ts";
import { FILES_PER_LISTING, type ImageFigures } from "./images.ts";
import type { Measured } from "./run.ts";
import type { SignedInFigures } from "./signed-in.ts";

// A month at Cloudflare, from measured rows and times and from assumed habits of visitors.

/** A kind of request. Numbers of public requests are measured (edge-month.ts); those of accounts are assumptions. */
type Part = {
  perVisit: number;
  /** Names of calls in queries.ts: their D1 rows are added up. */
  queries: string[];
  /** Milliseconds, or the path of a measured request that takes as long. */
  cpu: string | number;
  /** Of a public request: the simulated edge answers some of them (edge-month.ts). */
  kind?: EdgeKind;
  isSignedIn?: boolean;
  kvWrites?: number;
  r2Reads?: number;
  r2Writes?: number;
  transformations?: number;
  mails?: number;
  /** Messages of queues beside those of mails. */
  messages?: number;
};

/** Nearly all of this time is for hashing the password. */
const SIGN_IN_CPU_MS = 300;
/** Of an icon, a logo or a screenshot. */
const IMAGE_CPU_MS = 2;
/** A save purges the edge twice: at once, and after the lag of D1's replicas. */
const PURGES_OF_A_SAVE = 2;
const FILES_OF_A_LISTING = Object.values(FILES_PER_LISTING).reduce((sum, files) => sum + files, 0);

const VISIT: Part[] = [
  { perVisit: perVisit.home, queries: ["home page"], cpu: "/", kind: "home" },
  { perVisit: perVisit.page, queries: ["site page"], cpu: "/alternatives/product-co-0", kind: "page" },
  { perVisit: perVisit.data, queries: ["site page"], cpu: "/api/saas/", kind: "data" },
  { perVisit: perVisit.search, queries: ["search, two common words"], cpu: "/api/saas/?q=open+source", kind: "search" },
  {
    perVisit: perVisit.suggestions,
    queries: ["search box, a word"],
    cpu: "/api/alternatives/?q=pro",
    kind: "suggestions",
  },
  { perVisit: perVisit.icon, queries: [], cpu: IMAGE_CPU_MS, kind: "icon", r2Reads: 1 },
  { perVisit: perVisit.image, queries: [], cpu: IMAGE_CPU_MS, kind: "image", r2Reads: 1 },
  { perVisit: 0.05, queries: ["dashboard, its sites"], cpu: "/api/sites/", isSignedIn: true },
  { perVisit: 0.02, queries: ["like a site"], cpu: "/api/user/", isSignedIn: true },
  { perVisit: 0.005, queries: ["sign-in"], cpu: SIGN_IN_CPU_MS, kvWrites: 2, mails: 1 },
];

/** What a new listing costs. The number of new listings follows the size of the directory, not the number of visits. */
const NEW_LISTING: Omit<Part, "perVisit"> = {
  queries: ["list a new site"],
  cpu: "/api/sites/",
  isSignedIn: true,
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
/** Assumed: how many isolates count responses at the same time. Each writes its counts once a minute, one row. */
const ISOLATES = 30;
const MINUTES = 30 * 24 * 60;
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
  /** From 0 to 1. */
  edgeShare: number;
  used: Record<Unit, number>;
  /** Beyond what the plan includes. */
  usdOf: Record<Unit, number>;
  /** With the plan. */
  usd: number;
};

/** Estimates months with 10,000, a million and ten million visits. `measured` has the figures of one directory. */
export const costs = (sources: Sources): CostFigures[] =>
  [10_000, 1_000_000, 10_000_000].map((visits) => costsOf(sources, visits));

type Sources = { measured: Measured; signedIn: SignedInFigures; images: ImageFigures };

function costsOf({ measured, signedIn, images }: Sources, visits: number): CostFigures {
  const queryNamed = (name: string) => measured.queries.find((query) => query.name === name)!;
  const cron = queryNamed("cron, nothing due");
  const used = Object.fromEntries(Object.keys(PRICES).map((unit) => [unit, 0])) as Record<Unit, number>;
  used.d1Gb = measured.databaseBytes / 1e9;
  used.requests = CRON_RUNS;
  used.rowsRead = CRON_RUNS * cron.rowsRead;
  used.rowsWritten = CRON_RUNS * cron.rowsWritten;
  const shares = edgeShares(visits);
  let answered = 0;
  const newListings = { ...NEW_LISTING, perVisit: (NEW_LISTINGS_SHARE * measured.sites) / visits };
  for (const part of [...VISIT, newListings]) {
    const sent = visits * part.perVisit;
    const uncached = sent * (part.kind ? shares[part.kind].worker : 1);
    const asked = part.queries.map(queryNamed);
    answered += uncached;
    used.requests += sent;
    used.cpuMs += uncached * cpuOf(measured, part.cpu);
    for (const query of asked) {
      used.rowsRead += uncached * query.rowsRead;
      used.rowsWritten += uncached * query.rowsWritten;
    }
    if (part.isSignedIn) {
      used.rowsRead += uncached * signedIn.rowsRead;
      used.kvReads += uncached * signedIn.kvOperations;
    }
    used.kvWrites += uncached * (part.kvWrites ?? 0);
    used.r2Reads += uncached * (part.r2Reads ?? 0);
    used.r2Writes += uncached * (part.r2Writes ?? 0);
    used.transformations += uncached * (part.transformations ?? 0);
    used.mails += uncached * (part.mails ?? 0);
    used.queueOperations += uncached * ((part.mails ?? 0) + (part.messages ?? 0)) * OPERATIONS_OF_A_MESSAGE;
  }
  used.rowsWritten += Math.min(answered, ISOLATES * MINUTES);
  used.kvGb = (used.kvWrites * SESSION_BYTES) / 1e9;
  used.r2Gb = (images.megabytes / 1000 / images.listings) * measured.sites;
  const usdOf = Object.fromEntries(
    Object.entries(PRICES).map(([unit, { included, usd }]) => [unit, Math.max(0, used[unit as Unit] - included) * usd]),
  ) as Record<Unit, number>;
  const usd = Object.values(usdOf).reduce((sum, part) => sum + part, PLAN_USD);
  return { visits, edgeShare: edgeShareOf(shares), used, usdOf, usd };
}

/** The share of public requests that the edge answers. */
function edgeShareOf(shares: ReturnType<typeof edgeShares>): number {
  const isPublic = VISIT.filter(({ kind }) => kind);
  const sumOf = (of: (part: Part) => number) => isPublic.reduce((sum, part) => sum + part.perVisit * of(part), 0);
  return 1 - sumOf(({ kind }) => shares[kind!].worker) / sumOf(() => 1);
}

/** Includes the time of D1, which the local runtime runs in the same process. Cloudflare does not bill that. */
const cpuOf = ({ requests }: Measured, cpu: string | number): number =>
  typeof cpu === "number" ? cpu : requests.find(({ path }) => path === cpu)!.cpuMs;

/** The text of worker/commands/deploy/costs.json. */
export const costsForDeploy = (figures: CostFigures[]): string =>
  `[\n${figures.map(({ visits, usd }) => `  { "visits": ${visits}, "usd": ${usd.toFixed(1)} }`).join(",\n")}\n]`;
