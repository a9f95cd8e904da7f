import { percentile } from "./percentile.ts";
import { measureRuntime } from "./runtime.ts";

const SECONDS = 3;
const AT_ONCE = 4;

export type RequestFigures = {
  path: string;
  status: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the local runtime, per request. It includes D1, which does not run in the Worker on Cloudflare. */
  cpuMs: number;
};

/** Sends requests for SECONDS, always AT_ONCE at the same time. */
export async function measureRequests(
  base: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<RequestFigures> {
  const times: number[] = [];
  let status = 0;
  const before = await measureRuntime();
  const end = performance.now() + SECONDS * 1000;
  const visitor = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const response = await fetch(new URL(path, base), { headers });
      await response.arrayBuffer();
      status = response.status;
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return {
    path,
    status,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    cpuMs: ((await measureRuntime()).cpuMs - before.cpuMs) / times.length,
  };
}
