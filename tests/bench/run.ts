import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { migrate, openStore, ROOT } from "#worker/commands/bindings.ts";
import { buildSite } from "#worker/commands/build.ts";
import { serve } from "#worker/commands/serve.ts";
import { importLines } from "#worker/features/sites/import/import.ts";
import { MOST_ROWS } from "../support/meter.ts";
import { type CostFigures, costs, costsForDeploy } from "./costs.ts";
import { overBudget } from "./first-screens/budgets.ts";
import { type FirstScreens, measureFirstScreens } from "./first-screens/measure.ts";
import { PAGE_KINDS } from "./first-screens/pages.ts";
import { insertBenchUser, signedInHeaders } from "./bench-users.ts";
import { measureQueries, type QueryFigures } from "./queries.ts";
import { report } from "./report.ts";
import { measureRequests, type RequestFigures } from "./requests.ts";
import { measureRuntime } from "./runtime.ts";
import { PRODUCT, syntheticSites } from "./synthetic-sites.ts";

// npm run bench [-- --sites SMALL,…,LARGE] measures the product with two directories or more. It writes the report to
// tests/bench/RESULTS.md, and the costs that `npm run deploy` shows to worker/commands/deploy/costs.json. It fails if a
// request fails, a page exceeds its budget, or a list or a search reads too many rows.
const PORT = 8799;
const FEATURED = 40;
/** The bench reads page 50 of the list. */
const SMALLEST = 500;
/** The costs are for a directory of this size. */
const COSTS_AT = 100_000;

const { values } = parseArgs({ options: { sites: { type: "string", default: "5077,100000" } } });
const sizesOfDirectory = values.sites.split(",").map(Number);
if (sizesOfDirectory.length < 2 || !sizesOfDirectory.every((count) => count >= SMALLEST))
  throw new Error(`--sites needs two numbers or more, each at least ${SMALLEST}, such as 5077,100000,1000000.`);

export type Measured = {
  sites: number;
  importSeconds: number;
  databaseBytes: number;
  queries: QueryFigures[];
  /** From the start of the runtime until it has served the home page. */
  coldStartMs: number;
  requests: RequestFigures[];
  memoryMb: { atStart: number; underLoad: number };
};
export type Results = {
  firstScreens: FirstScreens;
  measured: Measured[];
  costs: CostFigures[];
};

await buildSite();
const measured: Measured[] = [];

for (const count of sizesOfDirectory) {
  const state = await mkdtemp(path.join(tmpdir(), "bench-"));
  process.env["STATE_DIR"] = state;
  console.info(`Measuring with ${count} sites …`);
  migrate();
  const store = await openStore();
  const now = Date.now();
  const start = performance.now();
  await importLines(store.db, lines(count), { onBadLine: (_, reason) => console.error(reason), onProgress: () => {} });
  const importSeconds = (performance.now() - start) / 1000;
  const databaseBytes = (await store.db.$client.prepare("SELECT 1").all()).meta.size_after;
  const feature = `UPDATE sites SET granted_until = ? WHERE id % ? = 0`;
  await store.db.$client
    .prepare(feature)
    .bind(now + 86_400_000, Math.floor(count / FEATURED))
    .all();
  await insertBenchUser(store, now);
  const queries = await measureQueries(store, now);
  await store.close();

  const begun = performance.now();
  const server = await serve({ port: PORT });
  await (await fetch(server.url)).text();
  const coldStartMs = performance.now() - begun;
  const { memoryMb: atStart } = await measureRuntime();

  const signedIn = await signedInHeaders(server.url);
  const paths: [string, Record<string, string>?][] = [
    ["/"],
    ["/?q=open+source"],
    ["/alternatives/product-co-0"],
    [`/alternatives/${PRODUCT.slug}`],
    ["/api/saas/"],
    ["/api/saas/?q=open+source"],
    ["/api/alternatives/?q=pro"],
    ["/api/user/", signedIn],
    ["/api/sites/", signedIn],
  ];
  const requests: RequestFigures[] = [];
  for (const [pathname, headers] of paths) requests.push(await measureRequests(server.url, pathname, headers));
  const memoryMb = { atStart, underLoad: (await measureRuntime()).memoryMb };
  measured.push({ sites: count, importSeconds, databaseBytes, queries, coldStartMs, requests, memoryMb });

  await server.stop();
  await rm(state, { recursive: true, force: true });
}

const results: Results = {
  firstScreens: await measureFirstScreens(),
  measured,
  costs: costs(measured.find(({ sites }) => sites === COSTS_AT) ?? measured.at(-1)!),
};
const command = `npm run bench -- --sites ${values.sites}`;
const page = report(results, command, new Date().toISOString().slice(0, 10));
console.info(page);
await writeFile(path.join(ROOT, "tests/bench/RESULTS.md"), `${page}\n`);
await writeFile(path.join(ROOT, "worker/commands/deploy/costs.json"), `${costsForDeploy(results.costs)}\n`);

const failed = measured.flatMap(({ requests }) => requests.filter(({ status }) => status !== 200));
const poor = PAGE_KINDS.flatMap((kind) => {
  const { scores, figures } = results.firstScreens[kind];
  const low = Object.keys(scores).filter((category) => category !== "performance" && scores[category]! < 100);
  return [...low, ...overBudget(kind, figures)].map((what) => `${kind}: ${what}`);
});
const costly = measured.flatMap(({ sites, queries }) =>
  queries.filter(({ name, rowsRead }) => rowsRead > mostRowsOf(name)).map((query) => ({ sites, ...query })),
);
if ([failed, poor, costly].some(({ length }) => length > 0)) {
  console.error("The bench failed:", { failed, poor, costly });
  process.exitCode = 1;
}

/** Pages of products have the numbers beside filters, too. */
function mostRowsOf(query: string): number {
  if (/numbers|alternatives page/.test(query)) return MOST_ROWS.numbers;
  if (query.startsWith("search")) return MOST_ROWS.search;
  return /^list,|suggestions/.test(query) ? MOST_ROWS.list : Infinity;
}

async function* lines(count: number) {
  yield* syntheticSites(count);
}
