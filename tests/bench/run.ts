import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SitePage } from "#schema/sites.ts";
import { migrate, openStore, ROOT } from "#worker/commands/bindings.ts";
import { buildSite } from "#worker/commands/build.ts";
import { serve } from "#worker/commands/serve.ts";
import { importLines } from "#worker/features/sites/import.ts";
import { type EnumerationFigures, insertKnownPeople, measureEnumeration } from "./enumeration.ts";
import { measureQueries, type QueryFigures } from "./queries.ts";
import { measureRequests, type RequestFigures } from "./requests.ts";
import { measureSignedIn, type SignedInFigures } from "./signed-in.ts";
import { measureSizes, type SizeFigures } from "./sizes.ts";
import { syntheticSites } from "./synthetic-sites.ts";

// npm run bench: what the product costs at 5,077 and at 100,000 sites. Prints tables and writes bench-results.json.
const SIZES = [5_077, 100_000];
const PORT = 8799;
const FEATURED = 40;

type Measured = { sites: number; importSeconds: number; queries: QueryFigures[]; requests: RequestFigures[] };

await buildSite();
const measured: Measured[] = [];
let sizes: SizeFigures[] = [];
const signedIn: SignedInFigures[] = [];
let enumeration: EnumerationFigures[] = [];

for (const count of SIZES) {
  const state = await mkdtemp(path.join(tmpdir(), "bench-"));
  process.env["STATE_DIR"] = state;
  migrate();
  const store = await openStore();
  const now = Date.now();
  const start = performance.now();
  await importLines(store.db, lines(count), { onBadLine: (_, reason) => console.error(reason), onProgress: () => {} });
  const importSeconds = (performance.now() - start) / 1000;
  const feature = `UPDATE sites SET featured_until = ? WHERE id % ? = 0`;
  await store.db.$client
    .prepare(feature)
    .bind(now + 86_400_000, Math.floor(count / FEATURED))
    .all();
  const queries = await measureQueries(store, now);
  signedIn.push(await measureSignedIn(store, now));
  await insertKnownPeople(store.db, now);
  await store.close();

  const server = await serve({ port: PORT });
  const home = await (await fetch(server.url)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(home)![1]!;
  const requests: RequestFigures[] = [];
  for (const address of [
    script,
    "/",
    "/?q=open+source",
    "/?q=a",
    `/${await basicSlug(server.url)}`,
    "/alternatives/product-co-0",
    "/api/saas/",
    "/api/alternatives/?q=pro",
  ]) {
    requests.push(await measureRequests(server.url, address));
  }
  sizes = await measureSizes(server.url);
  enumeration = await measureEnumeration(server.url);
  await server.stop();
  await rm(state, { recursive: true, force: true });
  measured.push({ sites: count, importSeconds, queries, requests });
}

console.table(Object.fromEntries(sizes.map(({ name, gzipBytes }) => [name, { "kB gzip": round(gzipBytes / 1000) }])));
const [small, large] = measured as [Measured, Measured];
console.table(
  Object.fromEntries(
    small.queries.map((figures, index) => {
      const other = large.queries[index]!;
      return [
        figures.name,
        {
          "round trips": Math.max(figures.roundTrips, other.roundTrips),
          [`rows at ${small.sites}`]: figures.rowsRead,
          [`rows at ${large.sites}`]: other.rowsRead,
          [`ms at ${small.sites}`]: round(figures.medianMs),
          [`ms at ${large.sites}`]: round(other.medianMs),
          "times slower": round(other.medianMs / figures.medianMs),
        },
      ];
    }),
  ),
);
for (const { sites, importSeconds, requests } of measured) {
  console.info(`${sites} sites: imported in ${round(importSeconds)} s`);
  console.table(
    Object.fromEntries(
      requests.map(({ path: address, status, perSecond, p50Ms, p99Ms, bytes }) => [
        address,
        { status, "a second": Math.round(perSecond), "p50 ms": round(p50Ms), "p99 ms": round(p99Ms), bytes },
      ]),
    ),
  );
}
console.info("What it costs to know who sends a request");
console.table(
  Object.fromEntries(
    signedIn.map(({ roundTrips, rowsRead, kvOperations }, index) => [
      `at ${SIZES[index]} sites`,
      { "round trips to D1": roundTrips, "rows read": rowsRead, "operations of KV": kvOperations },
    ]),
  ),
);
console.table(
  Object.fromEntries(
    enumeration.map(({ call, knownMs, unknownMs, isSameAnswer }) => [
      call,
      { "known address, ms": round(knownMs), "unknown, ms": round(unknownMs), "same answer": isSameAnswer },
    ]),
  ),
);
await writeFile(
  path.join(ROOT, "bench-results.json"),
  `${JSON.stringify({ sizes, signedIn, enumeration, measured }, null, 2)}\n`,
);

/** A site that is not among the featured ones. */
async function basicSlug(base: string): Promise<string> {
  const response = await fetch(new URL("/api/saas/?page=50", base));
  return ((await response.json()) as SitePage).results[0]!.slug;
}

async function* lines(count: number) {
  yield* syntheticSites(count);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
