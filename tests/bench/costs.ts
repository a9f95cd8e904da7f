import { COUNTED, monthly, type Part, storedInR2, VISIT } from "./habits.ts";
import type { Measured } from "./run.ts";

// A month at Cloudflare, from measured rows and times and from habits. It is an upper bound: browsers come with an empty
// cache, and the edge's cache answers nothing.

/** A message is written, read and deleted. */
const OPERATIONS_OF_A_MESSAGE = 3;
/** A session in KV, with its key. */
const SESSION_BYTES = 500;
/** Assumed, with the attributes that Cloudflare adds. */
const LOG_LINE_BYTES = 2_000;

/**
 * The plan Workers Paid: what its monthly price includes of each unit, and the price of one more unit. Sources, read in
 * November 2026, all under https://developers.cloudflare.com/:
 * - workers/platform/pricing/: requests, processor time, KV
 * - workers/cache/: "When caching is enabled, every request to your Worker is charged at the standard Workers request rate,
 *   including requests that are normally free: static asset requests and worker-to-worker invocations". The second Worker
 *   has no cache, and its calls "do not incur additional request fees" (workers/platform/pricing/#service-bindings).
 * - observability/pricing/, from December 2026 on: 50 GB are included, then 0.25 dollars for a GB and 0.10 for a GB that is
 *   kept for a month. Seven days are kept.
 * - images/optimization/binding/: "Every call to the Images binding counts as one unique transformation"
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
  logGb: { included: 50, usd: 0.25 + (0.1 * 7) / 30 },
};
export const PLAN_USD = 5;

type Unit = keyof typeof PRICES;
type Used = Record<Unit, number>;
const UNITS = Object.keys(PRICES) as Unit[];

export type CostFigures = {
  visits: number;
  used: Used;
  /** Beyond what the plan includes. */
  usdOf: Used;
  /** With the plan. */
  usd: number;
  /** The same if the edge's cache answered all that it may answer. */
  usdCached: number;
  /** What each part of a million visits costs when nothing is included any more, without and with the edge's cache. */
  parts: (Pick<Part, "name" | "perVisit"> & { usd: number; usdCached: number })[];
};

/** Estimates months with 10,000, a million and ten million visits. `measured` has the figures of one directory. */
export const costs = (measured: Measured): CostFigures[] =>
  [10_000, 1_000_000, 10_000_000].map((visits) => costsOf(measured, visits));

const cached = (part: Part): Part => (part.isPublic ? { name: part.name, perVisit: part.perVisit } : part);

function costsOf(measured: Measured, visits: number): CostFigures {
  const used = usedBy(measured, visits, VISIT);
  const beyond = (of: Used) => mapUnits((unit) => Math.max(0, of[unit] - PRICES[unit].included) * PRICES[unit].usd);
  const sum = (of: Used) => UNITS.reduce((total, unit) => total + of[unit], 0);
  const alone = (part: Part) => {
    const ofPart = addParts(measured, 1e6, [part], nothing());
    return sum(mapUnits((unit) => ofPart[unit] * PRICES[unit].usd));
  };
  return {
    visits,
    used,
    usdOf: beyond(used),
    usd: sum(beyond(used)) + PLAN_USD,
    usdCached: sum(beyond(usedBy(measured, visits, VISIT.map(cached)))) + PLAN_USD,
    parts: VISIT.map((part) => ({ ...part, usd: alone(part), usdCached: alone(cached(part)) })),
  };
}

const mapUnits = (toValue: (unit: Unit) => number) =>
  Object.fromEntries(UNITS.map((unit) => [unit, toValue(unit)])) as Used;
const nothing = () => mapUnits(() => 0);

function usedBy(measured: Measured, visits: number, visit: Part[]): Used {
  const used = nothing();
  used.d1Gb = measured.databaseBytes / 1e9;
  used.r2Gb = storedInR2(measured) / 1e9;
  const others = monthly(measured).map(({ times, ...part }) => ({ ...part, perVisit: times / visits }));
  return addParts(measured, visits, [...visit, ...others], used);
}

/** Adds what these parts of so many visits use. */
function addParts(measured: Measured, visits: number, parts: Part[], used: Used): Used {
  const queryNamed = (name: string) => measured.queries.find((query) => query.name === name)!;
  for (const { perVisit, queries = [], cpu = 0, mails = 0, messages = 0, logLines = 0, ...counts } of parts) {
    const sent = visits * perVisit;
    // A consumer runs once for a message at most.
    used.requests += sent * ((counts.isInAnother ? 0 : 1) + mails + messages);
    used.cpuMs += sent * cpuOf(measured, cpu);
    for (const { rowsRead, rowsWritten } of queries.map(queryNamed)) {
      used.rowsRead += sent * rowsRead;
      used.rowsWritten += sent * rowsWritten;
    }
    for (const unit of COUNTED) used[unit] += sent * (counts[unit] ?? 0);
    used.mails += sent * mails;
    used.queueOperations += sent * (mails + messages) * OPERATIONS_OF_A_MESSAGE;
    used.kvGb += (sent * (counts.kvWrites ?? 0) * SESSION_BYTES) / 1e9;
    used.logGb += (sent * logLines * LOG_LINE_BYTES) / 1e9;
  }
  return used;
}

/** Includes the time of D1, which the local runtime runs in the same process. Cloudflare does not bill that. */
const cpuOf = ({ requests }: Measured, cpu: string | number): number =>
  typeof cpu === "number" ? cpu : requests.find(({ path }) => path === cpu)!.cpuMs;

/** The text of worker/commands/deploy/costs.json. */
export const costsForDeploy = (figures: CostFigures[]): string =>
  `[\n${figures.map(({ visits, usd }) => `  { "visits": ${visits}, "usd": ${usd.toFixed(1)} }`).join(",\n")}\n]`;
