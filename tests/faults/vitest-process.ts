import path from "node:path";
import { createVitest } from "vitest/node";
import type { TestResult, TestRequest } from "./test-runner.ts";

// A process of its own, in a copy of the sources: answers what the tests say now. What did not change stays loaded.

const root = process.cwd();
let hasFailed = false;
let answer: TestResult = "broken";
const vitest = await createVitest("test", {
  root,
  config: path.join(root, "tests/vitest.config.ts"),
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [
    {
      onTestCaseResult(test) {
        hasFailed ||= test.result().state === "failed";
      },
      onTestRunEnd(_modules, errors, reason) {
        // A file that cannot be loaded runs no test.
        if (hasFailed) answer = "red";
        else if (reason === "passed" && errors.length === 0) answer = "green";
      },
    },
  ],
});

process.on("message", ({ tests, changed }: TestRequest) => {
  for (const file of changed) vitest.invalidateFile(path.join(root, file));
  hasFailed = false;
  answer = "broken";
  vitest
    .globTestSpecifications(tests)
    .then((specifications) => vitest.runTestSpecifications(specifications))
    .catch((error: unknown) => console.error(error))
    .finally(() => process.send?.(answer));
});
process.on("disconnect", () => void vitest.exit(true));
