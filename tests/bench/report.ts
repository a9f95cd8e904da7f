import type { FirstScreensRecord } from "./first-screens/record.ts";
import { firstScreensSection } from "./first-screens/section.ts";
import { table } from "./table.ts";
import { tripsSection } from "./trips-section.ts";
import { PLAN_USD } from "./costs.ts";
import { edgeSection } from "./edge-section.ts";
import { interactionsSection } from "./interactions-section.ts";
import type { Measured, Results } from "./run.ts";

/** Returns `tests/bench/RESULTS.md`. `command` is what was typed to run the bench. */
export function report(results: Results, record: FirstScreensRecord, command: string, day: string): string {
  const { startUpMs, signedIn, enumeration, measured, mixed, costs, images, shareImages } = results;
  return [
    "# What the product costs",
    `\`${command}\` wrote this page on ${day}. Do not edit it: run the command again. The local Workers runtime ran on the machine of the person who typed it, so a time says little by itself. Compare two times of one run, or the numbers of rows and bytes, which do not depend on the machine.`,
    `The figures are for directories of made-up sites: ${measured.map(({ sites }) => count(sites)).join(", ")} sites.`,

    ...firstScreensSection(results.firstScreens, record),

    "## The Worker's size",
    `All modules that Wrangler uploads have ${decimal(results.workerGzipBytes / 1000)} kB after compression.`,

    ...queriesSection(measured, signedIn),

    ...tripsSection(results.trips),

    "## Requests",
    "Four clients send requests at the same time. “Compared with the script” is the rate, divided by the rate of the home page's script file from the same server.",
    ...measured.flatMap(requestsOf),

    "## The runtime",
    `A new isolate needs ${Math.round(startUpMs)} ms of processor time before it can respond.`,
    table(
      ["sites", "first page, ms", "second page, ms", "memory at the start, MB", "under load, MB"],
      measured,
      ({ sites, coldStartMs, secondRequestMs, memoryMb: { atStart, underLoad } }) => [
        count(sites),
        Math.round(coldStartMs),
        Math.round(secondRequestMs),
        Math.round(atStart),
        Math.round(underLoad),
      ],
    ),

    ...sizesSection(measured),

    "## Reads and writes at the same time",
    `For ${mixed.seconds} seconds, clients read pages and lists, search, and create, change, delete and like sites. ${count(mixed.perSecond)} responses per second; half of them took at most ${decimal(mixed.p50Ms)} ms, and 99 % at most ${decimal(mixed.p99Ms)} ms. ${mixed.errors.length} requests failed. Afterwards ${mixed.wrongCounters.length} counters and ${mixed.wrongWords.length} words of the search index were wrong.`,
    table(["response", "number"], Object.entries(mixed.responses).toSorted(), ([name, number]) => [
      name,
      count(number),
    ]),

    "## Who has an account",
    "Times must not tell whether an email address has an account.",
    table(
      ["call", "with an account, ms", "without, ms", "same response"],
      enumeration,
      ({ call, knownMs, unknownMs, isSameResponse }) => [
        call,
        decimal(knownMs),
        decimal(unknownMs),
        isSameResponse ? "yes" : "no",
      ],
    ),

    ...interactionsSection(results.interactions),

    edgeSection(),

    ...costsSection(costs),

    "## Images",
    `Each listing is assumed to have one logo and three screenshots. The files of ${count(images.listings)} listings would have ${count(images.megabytes)} MB, which R2 stores for ${images.monthlyUsd.toFixed(3)} dollars a month. To make them once costs ${decimal(images.onceUsd)} dollars: ${count(images.transformations)} files, of which Cloudflare's Images makes 5,000 a month for nothing. A visit from the edge's cache costs nothing more, a miss is one request and one read from R2, and R2 does not charge for bytes. The demo images are drawings; screenshots of real software can be several times larger, up to 25,000 bytes in lists.`,
    table(["file", "per listing", "average bytes", "largest"], images.files, (file) => [
      file.name,
      file.perListing,
      count(file.averageBytes),
      count(file.largestBytes),
    ]),

    "## Images of shared links",
    "The second Worker draws each image once. The first time of the first row includes the compilation of its programs in this runtime, and the first times of the other rows include the reading of fonts.",
    table(
      ["what is drawn", "first, ms", "median, ms", "95 %, ms", "CPU ms", "bytes"],
      shareImages,
      ({ kind, firstMs, medianMs, p95Ms, cpuMs, bytes }) => [
        kind,
        decimal(firstMs),
        decimal(medianMs),
        decimal(p95Ms),
        decimal(cpuMs),
        count(bytes),
      ],
    ),
  ].join("\n\n");
}

function queriesSection(measured: Measured[], signedIn: Results["signedIn"]): string[] {
  const [small, large] = [measured[0]!, measured.at(-1)!];
  const at = measured.map(({ sites }) => `at ${count(sites)}`);
  const [first, ...others] = at;
  return [
    "## Queries",
    "Round trips are those between the Worker and D1. A row counts when SQLite reads it from a table or an index, as Cloudflare bills it. “Slower” is the time with the largest directory, divided by the time with the smallest one. A part of the sitemap has up to 10,000 sites, so it takes longer if a smaller directory does not fill one.",
    `A signed-in request costs ${signedIn.roundTrips} round trip, ${signedIn.rowsRead} rows read and ${signedIn.kvOperations} operation of KV before it reads its own data.`,
    table(
      ["query", "round trips", `rows read ${first}`, ...others, "rows written", `ms ${first}`, ...others, "slower"],
      small.queries,
      ({ name, medianMs }) => {
        const figures = measured.map(({ queries }) => queries.find((query) => query.name === name)!);
        return [
          name,
          Math.max(...figures.map(({ roundTrips }) => roundTrips)),
          ...figures.map(({ rowsRead }) => count(rowsRead)),
          count(figures.at(-1)!.rowsWritten),
          ...figures.map((figure) => decimal(figure.medianMs)),
          `${decimal(large.queries.find((query) => query.name === name)!.medianMs / medianMs)} ×`,
        ];
      },
    ),
  ];
}

/** D1's limit on a paid plan: https://developers.cloudflare.com/d1/platform/limits/ */
const D1_BYTES = 10e9;

function sizesSection(measured: Measured[]): string[] {
  const { databaseBytes, sites } = measured.at(-1)!;
  return [
    "## Size of the database, and imports",
    `D1 holds at most ${D1_BYTES / 1e9} GB in a database. By the largest directory here, that is room for ${count((D1_BYTES / databaseBytes) * sites)} of these sites. Each fiftieth has an article. The import's processor time is that of the local runtime and of Node.js together.`,
    table(
      ["sites", "database, MB", "MB for 100,000 sites", "import, s", "s for 100,000 sites", "processor time, s"],
      measured,
      (figures) => [
        count(figures.sites),
        decimal(figures.databaseBytes / 1e6),
        decimal((figures.databaseBytes / figures.sites) * 0.1),
        decimal(figures.importSeconds),
        decimal((figures.importSeconds / figures.sites) * 100_000),
        decimal(figures.importCpuSeconds),
      ],
    ),
  ];
}

function costsSection(costs: Results["costs"]): string[] {
  const large = (value: number) => (value >= 10 ? count(value) : value.toFixed(2));
  const units = Object.entries(UNITS) as [keyof typeof UNITS, string][];
  return [
    "## Cost of a month",
    `These are Cloudflare's units, from the figures above for ${count(100_000)} sites, or for the largest directory if none has that size, and from the habits of visitors that \`tests/bench/costs.ts\` assumes. The same file names the prices and their sources. The plan Workers Paid costs ${PLAN_USD} dollars. Each hundredth listing is new, and has a logo and three screenshots. A request that the edge answers costs as much as another one, but no processor time, rows or reads of R2. Static files cost nothing. The processor time is an upper bound, because the local runtime runs D1 in the same process.`,
    table(
      [
        "a month",
        ...costs.map(({ visits }) => `${count(visits)} visits`),
        ...costs.map(({ visits }) => `dollars at ${count(visits)}`),
      ],
      units,
      ([unit, label]) => [
        label,
        ...costs.map(({ used }) => large(used[unit])),
        ...costs.map(({ usdOf }) => usdOf[unit].toFixed(2)),
      ],
    ),
    ...costs.map(
      ({ visits, edgeShare, usd }) =>
        `${count(visits)} visits cost ${usd.toFixed(2)} dollars, with the plan. The edge answers ${(edgeShare * 100).toFixed(0)} % of the public requests.`,
    ),
  ];
}

const UNITS: Record<keyof Results["costs"][number]["used"], string> = {
  requests: "requests",
  cpuMs: "processor time, ms",
  rowsRead: "rows read",
  rowsWritten: "rows written",
  d1Gb: "D1, GB",
  kvReads: "reads from KV",
  kvWrites: "writes to KV",
  kvGb: "KV, GB",
  r2Reads: "reads from R2",
  r2Writes: "writes to R2",
  r2Gb: "R2, GB",
  transformations: "images made",
  queueOperations: "operations of queues",
  mails: "mails",
};

function requestsOf({ sites, requests }: Measured): string[] {
  const ofTheScript = requests[0]!.perSecond;
  return [
    `${count(sites)} sites:`,
    table(
      ["request", "status", "per second", "compared with the script", "p50 ms", "p99 ms", "bytes", "CPU ms"],
      requests,
      ({ path, status, perSecond, p50Ms, p99Ms, bytes, cpuMs }) => [
        path,
        status,
        Math.round(perSecond),
        `${Math.round((perSecond / ofTheScript) * 100)} %`,
        decimal(p50Ms),
        decimal(p99Ms),
        count(bytes),
        decimal(cpuMs),
      ],
    ),
  ];
}

const decimal = (value: number) => value.toFixed(1);
const count = (value: number) => Math.round(value).toLocaleString("en");
