import type { Measured, Results } from "./run.ts";

export function printTables({
  sizes,
  startUpMs,
  signedIn,
  enumeration,
  ratings,
  measured,
  mixed,
  costs,
}: Results): void {
  table(sizes, ({ name, gzipBytes }) => [name, { "kB gzip": round(gzipBytes / 1000) }]);
  console.info(`A new isolate takes ${Math.round(startUpMs)} ms of processor time to start`);
  const [small, large] = measured as [Measured, Measured];
  table(small.queries, (figures) => {
    const other = large.queries.find(({ name }) => name === figures.name)!;
    return [
      figures.name,
      {
        "round trips": Math.max(figures.roundTrips, other.roundTrips),
        [`rows at ${small.sites}`]: figures.rowsRead,
        [`rows at ${large.sites}`]: other.rowsRead,
        "rows written": other.rowsWritten,
        [`ms at ${small.sites}`]: round(figures.medianMs),
        [`ms at ${large.sites}`]: round(other.medianMs),
        "times slower": round(other.medianMs / figures.medianMs),
      },
    ];
  });
  for (const { sites, importSeconds, coldStartMs, secondRequestMs, memoryMb, requests } of measured) {
    console.info(
      `${sites} sites: imported in ${round(importSeconds)} s; first page ${Math.round(coldStartMs)} ms after the start, ` +
        `second ${Math.round(secondRequestMs)} ms; runtime ${Math.round(memoryMb.atStart)} MB, under load ${Math.round(memoryMb.underLoad)} MB`,
    );
    const yardstick = requests[0]!.perSecond;
    table(requests, ({ path, status, perSecond, p50Ms, p99Ms, bytes, cpuMs }) => [
      path,
      {
        status,
        "a second": Math.round(perSecond),
        "of the file's": `${Math.round((perSecond / yardstick) * 100)} %`,
        "p50 ms": round(p50Ms),
        "p99 ms": round(p99Ms),
        bytes,
        "cpu ms": round(cpuMs),
      },
    ]);
  }
  const { roundTrips, rowsRead, kvOperations } = signedIn;
  console.info(
    `To know who asks: ${roundTrips} round trip to D1, ${rowsRead} rows read, ${kvOperations} operations of KV`,
  );
  table(enumeration, ({ call, knownMs, unknownMs, isSameAnswer }) => [
    call,
    { "known address, ms": round(knownMs), "unknown, ms": round(unknownMs), "same answer": isSameAnswer },
  ]);
  table(ratings, ({ path, scores, faults }) => [path, { ...scores, faults: faults.join(", ") }]);
  console.info(
    `Reads and writes for ${mixed.seconds} s: ${round(mixed.perSecond)} a second, p50 ${round(mixed.p50Ms)} ms, p99 ${round(mixed.p99Ms)} ms, ` +
      `${mixed.errors.length} errors, ${mixed.wrongCounters.length} wrong counters, ${mixed.wrongWords.length} wrong words in the index`,
  );
  table(Object.entries(mixed.answers).toSorted(), ([answer, count]) => [answer, { answers: count }]);
  table(costs, ({ visits, isCached, ...used }) => [
    `${visits} visits a month${isCached ? ", cached" : ""}`,
    Object.fromEntries(Object.entries(used).map(([unit, value]) => [unit, round(value)])),
  ]);
}

function table<T>(list: T[], toRow: (item: T) => [string, object]): void {
  console.table(Object.fromEntries(list.map(toRow)));
}

const round = (value: number) => Math.round(value * 10) / 10;
