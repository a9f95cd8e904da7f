import { expect, test } from "vitest";
import { edgeShare, edgeShares } from "../../bench/edge-month.ts";

test("the simulated month gives the same figures each time, and each request has one answer", () => {
  const shares = edgeShares(10_000);
  expect(edgeShares(10_000)).toEqual(shares);
  for (const [kind, { near, upper, stale, waited, worker }] of Object.entries(shares)) {
    expect(near + upper + stale + waited, kind).toBeCloseTo(1, 6);
    expect(worker, kind).toBeGreaterThanOrEqual(waited - 1e-9);
  }
  expect(shares.home.waited).toBeLessThan(shares.page.waited);
});

test("the edge answers more the more visits there are", () => {
  expect(edgeShare(100_000)).toBeGreaterThan(edgeShare(10_000) + 0.05);
});
