// @module-tag long
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { loggedErrors } from "../support/setup.ts";
import { expectErrorShape, expectProtected } from "./expectations.ts";
import { CALLS, type StatedCall } from "./inventory.ts";
import { nearJson, nearPath } from "./near-misses.ts";
import { ENTITLED, saveWorld, makeWorld, send } from "./world.ts";

/** Requests per endpoint. `FUZZ_RUNS=300` in the environment sends more, and with a new random seed each time. */
const RUNS = Number(env.FUZZ_RUNS);
const PEOPLE = ["stranger", "owner", "staff", "superuser"] as const;
const USUAL_RUNS = 10;

test("no input makes an endpoint respond with 500", { timeout: 240_000 + RUNS * 60_000 }, async () => {
  const world = await makeWorld();
  const restore = await saveWorld();
  for (const [index, call] of CALLS.filter(({ who }) => who !== "local").entries()) {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PEOPLE, ENTITLED[call.who], ENTITLED[call.who]),
        requestOf(call),
        async (who, { path, body }) => {
          await restore();
          await expectNoHarm(await send(world[who].copy(), { ...call, path, body }), path);
        },
      ),
      { numRuns: RUNS || USUAL_RUNS, ...(!RUNS && { seed: index }) },
    );
  }
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

/** Generates requests that are similar to the endpoint's valid one. */
function requestOf({ path, body, method }: StatedCall) {
  const isFixed = typeof body === "function" || method === "GET";
  const sent = isFixed ? fc.constant(method === "GET" ? null : body) : nearJson(body ?? {});
  return fc.record({ path: nearPath(path), body: sent });
}

async function expectNoHarm(response: Response, path: string): Promise<void> {
  expect(loggedErrors.splice(0)).toEqual([]);
  expect(response.status).toBeLessThan(500);
  expectProtected(response, path);
  if (response.status >= 400 && path.startsWith("/api/")) await expectErrorShape(response, path);
  else await response.arrayBuffer();
}
