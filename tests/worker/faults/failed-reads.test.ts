// @module-tag long
import { expect, test, vi } from "vitest";
import { loggedErrors } from "../support/setup.ts";
import { expectErrorShape, expectProtected } from "../security/expectations.ts";
import { CALLS, type StatedCall } from "../security/inventory.ts";
import { ENTITLED, makeWorld, send, type World, readRecords } from "../security/world.ts";
import { CALLED_REPEATEDLY, Fault, SERVICES } from "./failing-services.ts";

vi.setConfig({ testTimeout: 60_000 });

// The health endpoint reports failures itself: tests/worker/health/health.test.ts.
const READS = CALLS.filter(
  ({ method, who, route }) => method === "GET" && who !== "local" && !route.includes("health"),
);

/** Returns true if the fault was reached. */
async function readWith(world: World, call: StatedCall, part: string, failsFrom: number): Promise<boolean> {
  const what = `${call.route}: ${part} fails from question ${failsFrom} on`;
  const fault = new Fault(failsFrom);
  const response = await send(world[ENTITLED[call.who]].copy(), call, SERVICES[part]!(fault));
  if (!fault.isReached) return false;
  expectProtected(response, what);
  if (response.status < 500) {
    expect(response.ok ? "success" : response.status, what).toBe(call.status ?? "success");
    return true;
  }
  expect(response.status, what).toBe(part === "Stripe" ? 502 : 503);
  expect(response.headers.get("Cache-Control"), what).toMatch(/no-store/);
  expect(response.headers.get("X-Request-Id"), what).toMatch(/./);
  if (call.path.startsWith("/api/")) await expectErrorShape(response, what);
  else expect(await response.text(), what).not.toMatch(/\bselect\b.+\bfrom\b/i);
  return true;
}

test("if a service fails, every page and every GET reports it or works without it, and recovers afterwards", async () => {
  const world = await makeWorld();
  const before = await readRecords();
  for (const call of READS) {
    for (const part of Object.keys(SERVICES)) {
      for (let failsFrom = 1; failsFrom <= 30; failsFrom++) {
        if (!(await readWith(world, call, part, failsFrom)) || !CALLED_REPEATEDLY.has(part)) break;
      }
    }
    const response = await send(world[ENTITLED[call.who]].copy(), call);
    expect(response.ok ? "success" : response.status, `${call.route}, again`).toBe(call.status ?? "success");
  }
  expect(await readRecords()).toBe(before);
  expect(loggedErrors.splice(0)).not.toEqual([]);
});

test("public pages and signed-in users need neither KV nor R2", async () => {
  const world = await makeWorld();
  // Images need R2, and the export lists them.
  const needsFiles = ({ path }: StatedCall) => /^\/(media|share)\/|\/export$/.test(path);
  for (const call of READS.filter((read) => !needsFiles(read))) {
    for (const part of ["KV", "R2"]) {
      const response = await send(world[ENTITLED[call.who]].copy(), call, SERVICES[part]!(new Fault(1)));
      expect(response.status, `${call.route} without ${part}`).toBeLessThan(500);
    }
  }
  loggedErrors.length = 0;
});
