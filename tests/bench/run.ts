import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { TargetPage } from "#schema/pages.ts";
import type { SitePage } from "#schema/sites.ts";
import { migrate, openStore, ROOT } from "#worker/commands/bindings.ts";
import { buildSite } from "#worker/commands/build.ts";
import { serve } from "#worker/commands/serve.ts";
import { importLines } from "#worker/features/sites/import/import.ts";
import { listWrongCounters, listWrongSearchWords } from "../support/derived-data.ts";
import { listUploadedModules, measureStartUpMs } from "../support/deployed-modules.ts";
import { median } from "./percentile.ts";
import { type CostFigures, costs, costsForDeploy } from "./costs.ts";
import { overBudget } from "./first-screens/budgets.ts";
import { AFTER, type FirstScreens, measureFirstScreens } from "./first-screens/measure.ts";
import { PAGE_KINDS } from "./first-screens/pages.ts";
import { readRecord } from "./first-screens/record.ts";
import { type EnumerationFigures, insertKnownUsers, measureAccountEnumeration } from "./account-enumeration.ts";
import { type InteractionFigures, measureInteractions } from "./interactions.ts";
import { type ImageFigures, measureImages } from "./images.ts";
import { measureMixedLoad, type MixedFigures } from "./mixed-load.ts";
import { insertBenchUsers, signedInHeaders, TOKENS } from "./bench-users.ts";
import { measureQueries, type QueryFigures } from "./queries.ts";
import { report } from "./report.ts";
import { measureRequests, type RequestFigures } from "./requests.ts";
import { measureRuntime } from "./runtime.ts";
import { measureShareImages, type ShareImageFigures } from "./share-images.ts";
import { measureSignedIn, type SignedInFigures } from "./signed-in.ts";
import { measureTrips, type TripFigures } from "./trips.ts";
import { PRODUCT, syntheticSites } from "./synthetic-sites.ts";

// npm run bench [-- --sites SMALL,…,LARGE --mixed SECONDS] measures the product with two directories or more. It writes
// the report to tests/bench/RESULTS.md, all figures to bench-results.json, and the costs that `npm run deploy` shows to
// worker/commands/deploy/costs.json. It fails if a request fails, derived data is wrong, a page exceeds its budget or
// has a low score of Lighthouse, a list or a search reads too many rows, or a response reveals who has an account. With 5,077, 100,000 and 1,000,000
// sites it takes about 30 minutes on two processors.
const PORT = 8799;
const FEATURED = 40;
const START_UPS = 5;
/** The bench reads page 50 of the list. */
const SMALLEST = 500;
/** In a directory of any size. Pages of products have the numbers beside filters, too. */
const MOST_ROWS = 3000;
const MOST_ROWS_WITH_NUMBERS = 10_000;
/** The costs are for a directory of this size. */
const COSTS_AT = 100_000;

const { values } = parseArgs({
  options: { sites: { type: "string", default: "5077,100000" }, mixed: { type: "string", default: "120" } },
});
const sizesOfDirectory = values.sites.split(",").map(Number);
if (sizesOfDirectory.length < 2 || !sizesOfDirectory.every((count) => count >= SMALLEST))
  throw new Error(`--sites needs two numbers or more, each at least ${SMALLEST}, such as 5077,100000,1000000.`);
const mixedSeconds = Number(values.mixed);

export type Measured = {
  sites: number;
  importSeconds: number;
  /** Of both processes: the local runtime, and the one that reads the lines. */
  importCpuSeconds: number;
  databaseBytes: number;
  queries: QueryFigures[];
  /** From the start of the runtime until it has served the home page. */
  coldStartMs: number;
  secondRequestMs: number;
  requests: RequestFigures[];
  memoryMb: { atStart: number; underLoad: number };
};
export type Mixed = MixedFigures & { wrongCounters: unknown[]; wrongWords: string[] };
export type Results = {
  /** Of all modules that Wrangler uploads. */
  workerGzipBytes: number;
  /** CPU time that a new isolate needs before it can respond. */
  startUpMs: number;
  signedIn: SignedInFigures;
  enumeration: EnumerationFigures[];
  firstScreens: FirstScreens;
  measured: Measured[];
  mixed: Mixed;
  costs: CostFigures[];
  images: ImageFigures;
  shareImages: ShareImageFigures[];
  trips: TripFigures[];
  interactions: InteractionFigures[];
};

await buildSite();
const measured: Measured[] = [];
let signedInFigures: SignedInFigures | undefined;
let enumeration: EnumerationFigures[] = [];
let mixed: Mixed | undefined;

for (const count of sizesOfDirectory) {
  const state = await mkdtemp(path.join(tmpdir(), "bench-"));
  process.env["STATE_DIR"] = state;
  console.info(`Measuring with ${count} sites …`);
  migrate();
  const store = await openStore();
  const now = Date.now();
  const start = performance.now();
  const cpuBefore = await importCpuMs();
  await importLines(store.db, lines(count), { onBadLine: (_, reason) => console.error(reason), onProgress: () => {} });
  const importSeconds = (performance.now() - start) / 1000;
  const importCpuSeconds = ((await importCpuMs()) - cpuBefore) / 1000;
  const databaseBytes = (await store.db.$client.prepare("SELECT 1").all()).meta.size_after;
  const feature = `UPDATE sites SET granted_until = ? WHERE id % ? = 0`;
  await store.db.$client
    .prepare(feature)
    .bind(now + 86_400_000, Math.floor(count / FEATURED))
    .all();
  await insertBenchUsers(store, now);
  const queries = await measureQueries(store, now);
  signedInFigures ??= await measureSignedIn(store, now);
  await insertKnownUsers(store.db, now);
  await store.close();

  const begun = performance.now();
  const server = await serve({ port: PORT });
  const home = await (await fetch(server.url)).text();
  const coldStartMs = performance.now() - begun;
  const again = performance.now();
  await (await fetch(server.url)).text();
  const secondRequestMs = performance.now() - again;
  const { memoryMb: atStart } = await measureRuntime();

  const script = /src="(\/assets\/[^"]+\.js)"/.exec(home)![1]!;
  const signedIn = await signedInHeaders(server.url, TOKENS[0]!);
  const paths: [string, Record<string, string>?][] = [
    [script],
    ["/"],
    ["/?q=open+source"],
    ["/?q=a"],
    [`/${await basicSlug(server.url)}`],
    ["/alternatives/product-co-0"],
    [`/alternatives/${PRODUCT.slug}`],
    ["/api/saas/"],
    ["/api/saas/?open_source=1"],
    ["/api/saas/?open_source=1&platform=linux&hosting=self_hosted"],
    ["/api/saas/?facets=1"],
    ["/api/saas/?open_source=1&facets=1"],
    ["/api/saas/?open_source=1&platform=linux&hosting=self_hosted&facets=1"],
    [`/api/compare/?sites=${(await firstSlugs(server.url)).join(",")}`],
    ["/api/saas/?q=open+source"],
    ["/api/alternatives/?q=pro"],
    ["/api/user/", signedIn],
    ["/api/sites/", signedIn],
  ];
  const requests: RequestFigures[] = [];
  for (const [pathname, headers] of paths) requests.push(await measureRequests(server.url, pathname, headers));
  const memoryMb = { atStart, underLoad: (await measureRuntime()).memoryMb };
  const imported = { importSeconds, importCpuSeconds, databaseBytes };
  measured.push({ sites: count, ...imported, queries, coldStartMs, secondRequestMs, requests, memoryMb });

  if (count === sizesOfDirectory[0]) {
    enumeration = await measureAccountEnumeration(server.url);
    const figures = await measureMixedLoad(server.url, mixedSeconds);
    await server.stop();
    const after = await openStore();
    const d1 = after.db.$client;
    mixed = { ...figures, wrongCounters: await listWrongCounters(d1), wrongWords: await listWrongSearchWords(d1) };
    await after.close();
  } else {
    await server.stop();
  }
  await rm(state, { recursive: true, force: true });
}

const images = await measureImages();
const results: Results = {
  workerGzipBytes: (await listUploadedModules()).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0),
  startUpMs: median(await startUps()),
  signedIn: signedInFigures!,
  enumeration,
  firstScreens: (await measureFirstScreens())[AFTER.label]!,
  measured,
  mixed: mixed!,
  costs: costs({
    measured: measured.find(({ sites }) => sites === COSTS_AT) ?? measured.at(-1)!,
    signedIn: signedInFigures!,
    images,
  }),
  images,
  shareImages: await measureShareImages(),
  trips: await measureTrips(),
  interactions: await measureInteractions(),
};
const command = `npm run bench -- --sites ${values.sites} --mixed ${values.mixed}`;
const page = report(results, await readRecord(), command, new Date().toISOString().slice(0, 10));
console.info(page);
await writeFile(path.join(ROOT, "tests/bench/RESULTS.md"), `${page}\n`);
await writeFile(path.join(ROOT, "worker/commands/deploy/costs.json"), `${costsForDeploy(results.costs)}\n`);
await writeFile(path.join(ROOT, "bench-results.json"), `${JSON.stringify(results, null, 2)}\n`);

const { errors, wrongCounters, wrongWords } = results.mixed;
const failed = measured.flatMap(({ requests }) => requests.filter(({ status }) => status !== 200));
const poor = PAGE_KINDS.flatMap((kind) => {
  const { scores, figures } = results.firstScreens[kind];
  const low = Object.keys(scores).filter((category) => category !== "performance" && scores[category]! < 100);
  return [...low, ...overBudget(kind, figures)].map((what) => `${kind}: ${what}`);
});
const costly = measured.flatMap(({ sites, queries }) =>
  queries.filter(({ name, rowsRead }) => rowsRead > mostRowsOf(name)).map((query) => ({ sites, ...query })),
);
const revealing = results.enumeration.filter(({ isSameResponse }) => !isSameResponse);
if ([errors, wrongCounters, wrongWords, failed, poor, costly, revealing].some(({ length }) => length > 0)) {
  console.error("The bench failed:", {
    errors: errors.slice(0, 10),
    wrongCounters,
    wrongWords: wrongWords.slice(0, 10),
    failed,
    poor,
    costly,
    revealing,
  });
  process.exitCode = 1;
}

function mostRowsOf(query: string): number {
  if (/numbers|alternatives page/.test(query)) return MOST_ROWS_WITH_NUMBERS;
  return /^list,|search|suggestions/.test(query) ? MOST_ROWS : Infinity;
}

/** The slugs of four sites that replace one product. */
async function firstSlugs(base: string): Promise<string[]> {
  const response = await fetch(new URL(`/api/pages/target/${PRODUCT.slug}`, base));
  const { sites } = (await response.json()) as TargetPage;
  return sites.results.slice(0, 4).map(({ slug }) => slug);
}

async function basicSlug(base: string): Promise<string> {
  const response = await fetch(new URL("/api/saas/?page=50", base));
  return ((await response.json()) as SitePage).results[0]!.slug;
}

async function importCpuMs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (await measureRuntime()).cpuMs;
}

async function startUps(): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < START_UPS; run += 1) times.push(await measureStartUpMs());
  return times;
}

async function* lines(count: number) {
  yield* syntheticSites(count);
}
