import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { failureMessage } from "#worker/commands/failure-messages.ts";

test("a database error without a reason gets a message with the next step", () => {
  const cause = new Error("D1_ERROR: internal error; reference = 0123456789abcdef");
  expect(failureMessage(new Error("A D1 batch failed.", { cause }))).toMatch(
    /^The database failed and gave no reason\. Run this command again\. .* to restore a backup\.$/,
  );
});

test("a file that does not exist is named", async () => {
  const error = await readFile("missing.jsonl").catch((reason: unknown) => reason);
  expect(failureMessage(error)).toBe("There is no file missing.jsonl. Check its name, then run this command again.");
});

test.each([
  ['503 {"success":false,"errors":[{"code":10013,"message":"An unknown error"}]}', /^Cloudflare itself failed\./],
  [
    '400 {"success":false,"errors":[{"code":7400,"message":"Bad name"}]}',
    /^Cloudflare refused a call: Bad name \(code 7400\)$/,
  ],
  [
    "You need a workers.dev subdomain in order to proceed. [code: 10063]",
    /^This account has no address at workers\.dev/,
  ],
])("an answer of Cloudflare becomes a sentence: %s", (message, said) => {
  expect(failureMessage(new Error(message))).toMatch(said);
});
