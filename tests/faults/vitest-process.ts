import path from "node:path";
import { createVitest } from "vitest/node";
import type { TestResult, TestRequest } from "./test-runner.ts";

// A child process that runs the tests of each request and sends the result. Modules of unchanged files stay in the
// cache.

const root = process.cwd();
let hasFailed = false;
let result: TestResult = "incomplete";
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
        // If a file cannot be loaded, no test has failed, but `reason` is not "passed".
        if (hasFailed) result = "failed";
        else if (reason === "passed" && errors.length === 0) result = "passed";
      },
    },
  ],
});

process.on("message", ({ tests, changed }: TestRequest) => {
  for (const file of changed) vitest.invalidateFile(path.join(root, file));
  hasFailed = false;
  result = "incomplete";
  vitest
    .globTestSpecifications(tests)
    .then((specifications) => vitest.runTestSpecifications(specifications))
    .catch((error: unknown) => console.error(error))
    .finally(() => process.send?.(result));
});
process.on("disconnect", () => void vitest.exit(true));
