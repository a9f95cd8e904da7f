import { expect, test } from "vitest";
import { failureMessage } from "#worker/commands/failure-messages.ts";

test("a failure that the runtime gives no reason for is told with a way on", () => {
  const cause = new Error("D1_ERROR: internal error; reference = 0123456789abcdef");
  expect(failureMessage(new Error("D1 did not answer a query.", { cause }))).toMatch(
    /^The database failed and gave no reason\. Run this again\. .* to restore a backup\.$/,
  );
});
