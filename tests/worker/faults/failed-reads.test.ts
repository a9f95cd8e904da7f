import { expect, test } from "vitest";
import { loggedErrors } from "../support/setup.ts";
import { expectErrorShape, expectProtected } from "../security/expectations.ts";
import { CALLS, type StatedCall } from "../security/inventory.ts";
import { ENTITLED, makeWorld, send } from "../security/world.ts";
import { Fault, SERVICES } from "./failing-services.ts";

// The health endpoint reports failures itself: tests/worker/health/health.test.ts.
const READS = CALLS.filter(
  ({ method, who, route }) => method === "GET" && who !== "local" && !route.includes("health"),
);

/** Images need R2, and the export lists them. */
const needsFiles = ({ path }: StatedCall) => /^\/(media|share)\/|\/export$/.test(path);

test("if D1 fails, every page and every GET reports it in plain words; without KV or R2, all but files work", async () => {
  const world = await makeWorld();
  for (const call of READS) {
    for (const part of ["D1", "KV", "R2"]) {
      const what = `${call.route} without ${part}`;
      const fault = new Fault(1);
      const response = await send(world[ENTITLED[call.who]].copy(), call, SERVICES[part]!(fault));
      expectProtected(response, what);
      if (response.status < 500) {
        expect(response.ok ? "success" : response.status, what).toBe(call.status ?? "success");
        continue;
      }
      expect([response.status, part === "D1" || needsFiles(call)], what).toEqual([503, true]);
      expect(response.headers.get("Cache-Control"), what).toMatch(/no-store/);
      if (part === "D1") expect(response.headers.get("Retry-After"), what).toBe("60");
      expect(response.headers.get("X-Request-Id"), what).toMatch(/./);
      if (call.path.startsWith("/api/")) await expectErrorShape(response, what);
      else expect(await response.text(), what).not.toMatch(/\bselect\b.+\bfrom\b/i);
    }
  }
  loggedErrors.length = 0;
});
