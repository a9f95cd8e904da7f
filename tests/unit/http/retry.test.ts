import { expect, test } from "vitest";
import { retryIdempotent } from "#worker/http/retry.ts";

/** Writes with these errors, one for each attempt. Returns the number of attempts, the pauses, and the error at the end. */
async function write(...errors: unknown[]) {
  const waits: number[] = [];
  let attempts = 0;
  const failed = await retryIdempotent({ wait: async (ms) => void waits.push(ms) }, async () => {
    const error = errors[attempts];
    attempts += 1;
    if (error !== undefined) throw error;
  }).catch((error: unknown) => error);
  return { attempts, waits, failed };
}

const lost = new Error("D1_ERROR: Network connection lost.");

test.each([
  lost,
  new Error("A D1 query failed.", { cause: lost }),
  new Error("D1_ERROR: Internal error in D1 DB storage caused object to be reset."),
  new Error("D1_ERROR: D1 DB reset because its code was updated."),
])("a write is made again after %s", async (error) => {
  expect(await write(error)).toMatchObject({ attempts: 2, failed: undefined });
});

test.each([
  // A query that takes too long takes too long again.
  new Error("D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset."),
  new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long."),
  "no error",
])("a write is not made again after %s", async (error) => {
  expect(await write(error)).toEqual({ attempts: 1, waits: [], failed: error });
});

test("there are four attempts, with growing pauses of less than a second", async () => {
  expect(await write(lost, lost, lost)).toMatchObject({ attempts: 4, failed: undefined });
  const { attempts, waits, failed } = await write(lost, lost, lost, lost);
  expect([attempts, failed]).toEqual([4, lost]);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBeGreaterThanOrEqual(50);
  expect(waits[2]).toBeLessThan(1000);
});
