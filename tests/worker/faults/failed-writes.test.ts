// @module-tag long
import { expect, test } from "vitest";
import { fakes } from "../support/app.ts";
import { loggedErrors } from "../support/setup.ts";
import { expectErrorShape } from "../security/expectations.ts";
import { type StatedCall, UNSAFE_CALLS } from "../security/inventory.ts";
import { ENTITLED, forgetPayments, saveWorld, makeWorld, send, type World, readRecords } from "../security/world.ts";
import { Fault, SERVICES } from "./failing-services.ts";

const SUBSCRIBE = "/api/payments/subscribe";
const PAID_ALREADY = 409;

/**
 * A copy of the browser, so that no request signs out another one. A visitor keeps the same browser, to continue the
 * sign-in that an earlier request began.
 */
const browserOf = (world: World, { who }: StatedCall) =>
  ENTITLED[who] === "stranger" ? world.stranger : world[ENTITLED[who]].copy();

type Outcome = "failed" | "changed" | "not reached";

/**
 * Sends the call while `part` fails from one of its questions on. "failed": the records are as before, so the next call
 * needs no restored world. "changed": they may have changed. "not reached": the call asked fewer questions, and succeeded.
 */
async function sendWith(world: World, call: StatedCall, part: string, failsFrom: number): Promise<Outcome> {
  const what = `${call.route}: ${part} fails from question ${failsFrom} on`;
  const fault = new Fault(failsFrom);
  const before = await readRecords();
  const response = await send(browserOf(world, call), call, { ...SERVICES[part]!(fault) });
  if (response.status < 500) {
    expect(response.ok ? "success" : response.status, what).toBe(call.status ?? "success");
    return fault.isReached ? "changed" : "not reached";
  }
  expect([502, 503], what).toContain(response.status);
  expect(response.headers.get("X-Request-Id"), what).toMatch(/./);
  await expectErrorShape(response, what);
  if (!call.path.startsWith("/api/payments/")) {
    expect(await readRecords(), what).toBe(before);
    return "failed";
  }
  // Stripe has the truth. After three minutes the interrupted payment counts as over, and the next read corrects D1.
  fakes.now += 3 * 60_000;
  const again = await send(browserOf(world, call), call);
  const good: unknown[] = [call.status ?? "success", ...(call.path === SUBSCRIBE ? [PAID_ALREADY] : [])];
  expect(good, `${what}, and again without`).toContain(again.ok ? "success" : again.status);
  return "changed";
}

test("if a service fails during a request, the request fails without a partial write and can be retried, or succeeds without the service", async () => {
  const world = await makeWorld();
  const restoreWorld = await saveWorld();
  for (const call of UNSAFE_CALLS) {
    const restore = async () => {
      await restoreWorld();
      // Only before this request: all later payment requests need the subscription that it creates.
      if (call.path === SUBSCRIBE) await forgetPayments();
    };
    for (const part of Object.keys(SERVICES)) {
      await restore();
      for (let failsFrom = 1; failsFrom <= 30; failsFrom++) {
        const outcome = await sendWith(world, call, part, failsFrom);
        if (outcome === "not reached") break;
        if (outcome === "changed") await restore();
      }
    }
    await restore();
    const response = await send(browserOf(world, call), call);
    expect(response.ok ? "success" : response.status, `${call.route}, again`).toBe(call.status ?? "success");
  }
  expect(loggedErrors.splice(0)).not.toEqual([]);
});
