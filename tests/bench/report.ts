import type { Measured, Results } from "./run.ts";

/** Returns `tests/bench/RESULTS.md`. `command` is what was typed to run the bench. */
export function report(results: Results, command: string, day: string): string {
  const { sizes, startUpMs, signedIn, enumeration, ratings, measured, mixed, costs, images, shareImages } = results;
  const [small, large] = measured as [Measured, Measured];
  return [
    "# What the product costs",
    `\`${command}\` wrote this page on ${day}. Do not edit it: run the command again. The local Workers runtime ran on the machine of the person who typed it, so a time says little by itself. Compare two times of one run, or the numbers of rows and bytes, which do not depend on the machine.`,
    `The figures are for two directories of made-up sites: ${count(small.sites)} and ${count(large.sites)} sites.`,

    "## Bytes",
    table(["first visit to the home page, and the Worker", "kB, gzip"], sizes, ({ name, gzipBytes }) => [
      name,
      decimal(gzipBytes / 1000),
    ]),

    "## Queries",
    "Round trips are those between the Worker and D1. A row counts when SQLite reads it from a table or an index, as Cloudflare bills it. “Slower” is the time with the larger directory, divided by the time with the smaller one.",
    `A signed-in request costs ${signedIn.roundTrips} round trip, ${signedIn.rowsRead} rows read and ${signedIn.kvOperations} operation of KV before it reads its own data.`,
    table(
      [
        "query",
        "round trips",
        `rows read at ${count(small.sites)}`,
        `at ${count(large.sites)}`,
        "rows written",
        `ms at ${count(small.sites)}`,
        `at ${count(large.sites)}`,
        "slower",
      ],
      small.queries,
      (figures) => {
        const other = large.queries.find(({ name }) => name === figures.name)!;
        return [
          figures.name,
          Math.max(figures.roundTrips, other.roundTrips),
          count(figures.rowsRead),
          count(other.rowsRead),
          count(other.rowsWritten),
          decimal(figures.medianMs),
          decimal(other.medianMs),
          `${decimal(other.medianMs / figures.medianMs)} ×`,
        ];
      },
    ),

    "## Requests",
    "Four clients send requests at the same time. “Compared with the script” is the rate, divided by the rate of the home page's script file from the same server.",
    ...measured.flatMap(requestsOf),

    "## The runtime",
    `A new isolate needs ${Math.round(startUpMs)} ms of processor time before it can respond.`,
    table(
      ["sites", "import, s", "first page, ms", "second page, ms", "memory at the start, MB", "under load, MB"],
      measured,
      ({ sites, importSeconds, coldStartMs, secondRequestMs, memoryMb: { atStart, underLoad } }) => [
        count(sites),
        decimal(importSeconds),
        Math.round(coldStartMs),
        Math.round(secondRequestMs),
        Math.round(atStart),
        Math.round(underLoad),
      ],
    ),

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

    "## Lighthouse",
    "Lighthouse loads the demo directory as a phone on a slow network.",
    table(
      ["page", "performance", "accessibility", "best practices", "search engines", "paint and blocking"],
      ratings,
      ({ path, scores, failedAudits }) => [
        path,
        scores["performance"],
        scores["accessibility"],
        scores["best-practices"],
        scores["seo"],
        failedAudits.join(", "),
      ],
    ),

    "## Cost of a month",
    `These are Cloudflare's units, from the figures for ${count(large.sites)} sites and the habits of visitors that \`tests/bench/costs.ts\` assumes. “Cached” means that the edge answers 70 % of public requests. The plan Workers Paid costs 5 dollars and includes 10 M requests, 30 M ms of processor time, 25 G rows read, 50 M rows written, 1 M writes to KV and 10 M reads from R2. The processor time is an upper bound, because the local runtime runs D1 in the same process. Check Cloudflare's prices before you rely on this.`,
    table(
      ["visits", "requests", "CPU ms", "rows read", "rows written", "KV writes", "R2 reads", "dollars"],
      costs,
      ({ visits, isCached, usd, ...used }) => [
        `${count(visits)}${isCached ? ", cached" : ""}`,
        count(used.requests),
        count(used.cpuMs),
        count(used.rowsRead),
        count(used.rowsWritten),
        count(used.kvWrites),
        count(used.r2ClassB),
        decimal(usd),
      ],
    ),

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

type Cell = string | number | undefined;

function table<T>(columns: string[], list: T[], toCells: (item: T) => Cell[]): string {
  const rows = [columns, columns.map(() => "---"), ...list.map(toCells)];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const decimal = (value: number) => value.toFixed(1);
const count = (value: number) => Math.round(value).toLocaleString("en");
