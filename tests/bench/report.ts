import { type CostFigures, PLAN_USD } from "./costs.ts";
import { budgetOf, type Figure, overBudget } from "./first-screens/budgets.ts";
import type { FirstScreens } from "./first-screens/measure.ts";
import { PAGE_KINDS, PAGES } from "./first-screens/pages.ts";
import type { Measured, Results } from "./run.ts";
import { table } from "./table.ts";

/** Returns `tests/bench/RESULTS.md`. `command` is what was typed to run the bench. */
export function report({ firstScreens, measured, costs }: Results, command: string, day: string): string {
  return [
    "# What the product costs",
    `\`${command}\` wrote this page on ${day}. Do not edit it: run the command again. The directories have made-up sites. The local Workers runtime ran on the machine of the person who typed the command, so a time says little by itself. Compare times of one run; rows and bytes do not depend on the machine.`,
    ...firstScreensSection(firstScreens),
    ...queriesSection(measured),
    ...requestsSection(measured),
    ...directoriesSection(measured),
    ...costsSection(costs),
  ].join("\n\n");
}

const decimal = (value: number) => value.toFixed(1);
const count = (value: number) => Math.round(value).toLocaleString("en");
const kilobytes = (value: number) => decimal(value / 1000);

const FIGURES: [figure: Figure, label: string, show: (value: number) => string][] = [
  ["performance", "performance", count],
  ["lcpMs", "largest paint (LCP), ms", count],
  ["tbtMs", "blocking (TBT), ms", count],
  ["cls", "layout shift (CLS)", (value) => String(Number(value.toFixed(3)))],
  ["requests", "requests", count],
  ["bytes", "all, kB", kilobytes],
  ["htmlBytes", "HTML, kB", kilobytes],
  ["scriptBytesBeforeTap", "scripts before a tap, kB", kilobytes],
  ["scriptBytesHydrated", "scripts until hydrated, kB", kilobytes],
];

function firstScreensSection(screens: FirstScreens): string[] {
  return [
    "## First screens",
    "Each figure stands before its budget (`tests/budgets.json`), and is bold if it exceeds it. Times are medians of Lighthouse, as a phone on a slow network. Bytes are those of a first visit with an empty cache, texts as gzip compresses them. Nobody touches the page, except for the last column.",
    table(["page", "address", ...FIGURES.map(([, label]) => label)], PAGE_KINDS, (kind) => {
      const { figures } = screens[kind];
      const over = overBudget(kind, figures);
      return [
        kind,
        PAGES[kind],
        ...FIGURES.map(([figure, , show]) => {
          const shown = over.includes(figure) ? `**${show(figures[figure])}**` : show(figures[figure]);
          return `${shown} / ${show(budgetOf(kind)[figure]!)}`;
        }),
      ];
    }),
  ];
}

export function queriesSection(measured: Pick<Measured, "sites" | "queries">[]): string[] {
  const [first, ...others] = measured.map(({ sites }) => `at ${count(sites)}`);
  return [
    "## Queries",
    "Round trips are those between the Worker and D1; some run at the same time. A row counts when SQLite reads it from a table or an index, as Cloudflare bills it. A time is what D1 reports for all queries together.",
    table(
      ["query", "round trips", `rows read ${first}`, ...others, "rows written", `ms ${first}`, ...others],
      measured[0]!.queries,
      ({ name }) => {
        const figures = measured.map(({ queries }) => queries.find((query) => query.name === name)!);
        return [
          name,
          Math.max(...figures.map(({ roundTrips }) => roundTrips)),
          ...figures.map(({ rowsRead }) => count(rowsRead)),
          count(figures.at(-1)!.rowsWritten),
          ...figures.map(({ medianMs }) => decimal(medianMs)),
        ];
      },
    ),
  ];
}

function requestsSection(measured: Measured[]): string[] {
  const [first, ...others] = measured.map(({ sites }) => `at ${count(sites)}`);
  return [
    "## Requests",
    "Four clients send requests at the same time, for a few seconds. The processor time of a request includes D1, which the local runtime runs in the same process.",
    table(
      [
        "request",
        `half take at most, ms ${first}`,
        ...others,
        `99 %, ms ${first}`,
        ...others,
        `CPU ms ${first}`,
        ...others,
      ],
      measured[0]!.requests,
      ({ path }) => {
        const figures = measured.map(({ requests }) => requests.find((request) => request.path === path)!);
        return [
          path,
          ...figures.map(({ p50Ms }) => decimal(p50Ms)),
          ...figures.map(({ p99Ms }) => decimal(p99Ms)),
          ...figures.map(({ cpuMs }) => decimal(cpuMs)),
        ];
      },
    ),
  ];
}

/** D1's limit on a paid plan: https://developers.cloudflare.com/d1/platform/limits/ */
const D1_BYTES = 10e9;

function directoriesSection(measured: Measured[]): string[] {
  const { databaseBytes, sites: most } = measured.at(-1)!;
  return [
    "## Database, import and memory",
    `D1 holds at most ${D1_BYTES / 1e9} GB in a database: about ${count((D1_BYTES / databaseBytes) * most)} of these sites. Each fiftieth has an article. The first page includes the start of the runtime. The memory includes D1.`,
    table(
      ["sites", "database, MB", "import, s", "first page, ms", "memory at the start, MB", "under load, MB"],
      measured,
      ({ sites, memoryMb, ...figures }) => [
        count(sites),
        decimal(figures.databaseBytes / 1e6),
        decimal(figures.importSeconds),
        Math.round(figures.coldStartMs),
        Math.round(memoryMb.atStart),
        Math.round(memoryMb.underLoad),
      ],
    ),
  ];
}

/** A label, and what lowers the dollars. */
const UNITS: Record<keyof CostFigures["used"], [label: string, lever: string]> = {
  requests: ["requests", "fewer files and images a visit: the next table"],
  cpuMs: ["processor time, ms", "longer times at the edge (`worker/http/caching.ts`)"],
  rowsRead: ["rows read", "fewer searches while somebody types; longer times at the edge"],
  rowsWritten: ["rows written", ""],
  d1Gb: ["D1, GB", ""],
  kvReads: ["reads from KV", ""],
  kvWrites: ["writes to KV", ""],
  kvGb: ["KV, GB", ""],
  r2Reads: ["reads from R2", "longer times of icons and images at the edge"],
  r2Writes: ["writes to R2", ""],
  r2Gb: ["R2, GB", "fewer back-ups; fewer sizes of an image"],
  transformations: ["images made", "fewer sizes of an image (`SCREENSHOT_WIDTHS_PX`)"],
  queueOperations: ["operations of queues", "figures of some visits only"],
  mails: ["mails", "sign-ins with Google, which need no code"],
  logGb: ["logs, GB", "`head_sampling_rate`"],
};

/** By the names of parts in habits.ts. */
const LEVERS: Record<string, string> = {
  "pages of products": "longer times at the edge",
  "data of a product": "longer times at the edge",
  searches: "a longer `SEARCH_DEBOUNCE_MS`",
  "icons of websites": "fewer sites on a page",
  "logos and screenshots": "fewer sites on a page",
  "static files": "larger files of scripts; or a second Worker without a cache, on the route `/assets/*`",
  "figures of listings": "figures of some visits only",
  "reports of searches": "reports of some searches only",
  "sign-ins": "sign-ins with Google, which need no code and no password",
};

function costsSection(costs: CostFigures[]): string[] {
  const large = (value: number) => (value >= 10 ? count(value) : value.toFixed(2));
  const units = Object.entries(UNITS) as [keyof typeof UNITS, (typeof UNITS)["requests"]][];
  const total = ({ visits, usd, usdCached }: CostFigures) =>
    `${usd.toFixed(2)} dollars for ${count(visits)} visits (${usdCached.toFixed(2)} if the edge answered all that it may)`;
  return [
    "## Cost of a month",
    `These are Cloudflare's units for ${count(100_000)} sites, or for the largest directory if none has that size. \`tests/bench/costs.ts\` names the prices, and \`habits.ts\` what visitors and listings send. The plan Workers Paid costs ${PLAN_USD} dollars. The dollars are an upper bound, as if each visitor came for the first time and the edge's cache answered nothing: what it answers costs a request, and no processor time, rows or reads of R2. Static files are requests, too.`,
    table(
      [
        "a month",
        ...costs.map(({ visits }) => `${count(visits)} visits`),
        ...costs.map(({ visits }) => `dollars at ${count(visits)}`),
        "what lowers it",
      ],
      units,
      ([unit, [label, lever]]) => [
        label,
        ...costs.map(({ used }) => large(used[unit])),
        ...costs.map(({ usdOf }) => usdOf[unit].toFixed(2)),
        costs.some(({ usdOf }) => usdOf[unit] >= 0.005) ? lever : "",
      ],
    ),
    `With the plan: ${costs.map(total).join(", ")}.`,
    "What a visit sends, and the dollars of a million visits when nothing is included any more:",
    table(["part", "a visit", "dollars", "if the edge answers", "what lowers it"], costs[0]!.parts, (part) => [
      part.name,
      part.perVisit,
      part.usd.toFixed(2),
      part.usdCached.toFixed(2),
      LEVERS[part.name],
    ]),
  ];
}
