import { readFile } from "node:fs/promises";
import { startVitest } from "vitest/node";
import type { Trips } from "../support/trips.ts";

/** Milliseconds that are added to each trip to D1, in one run after the other. */
const DELAYS = [0, 50, 200] as const;

/** `waited` is the number of trips that follow one another before the response. */
export type CallTrips = { d1: number; waited: number; kv: number; ms: number[] };
export type TripFigures = { call: string; before: CallTrips | undefined; after: CallTrips };

/** By delay in milliseconds. */
type Runs = Record<string, Trips>;

/**
 * Counts the trips of each call, and how long it takes if each trip takes 0, 50 and 200 ms longer. It runs the test that
 * fixes these numbers: `tests/worker/trips`. `trips-before.json` has the same figures of commit 756d2bd7.
 */
export async function measureTrips(): Promise<TripFigures[]> {
  process.env["TRIP_DELAYS"] = DELAYS.join(",");
  const vitest = await startVitest("test", ["tests/worker/trips/trips.test.ts"], {
    config: "tests/vitest.config.ts",
    project: "worker",
    watch: false,
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const measured = tests.map((test) => (test.meta() as { trips?: Record<string, Runs> }).trips).find(Boolean);
  await vitest.close();
  if (!measured) throw new Error("The trips were not measured.");
  const before = await readFile(new URL("trips-before.json", import.meta.url), "utf8");
  const earlier = JSON.parse(before) as Record<string, Runs>;
  return Object.entries(measured).map(([call, runs]) => ({
    call,
    before: earlier[call] && toFigures(earlier[call]),
    after: toFigures(runs),
  }));
}

function toFigures(runs: Runs): CallTrips {
  const [none, short, long] = DELAYS.map((delay) => runs[delay]!);
  // Other work of the machine makes a call slower, and never faster.
  const waited = Math.min(none!.d1, Math.floor(long!.ms / DELAYS[2]));
  return { d1: none!.d1, waited, kv: none!.kv, ms: [none!.ms, short!.ms, long!.ms] };
}
