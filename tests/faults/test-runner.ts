import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

/** `tests` are files or folders. `changed` are the files that changed since the last request. */
export type TestRequest = { tests: string[]; changed: string[] };
/** `incomplete`: no test failed, but not all tests could run. */
export type TestResult = "passed" | "failed" | "incomplete" | "timed out";

const MINUTE = 60_000;

/** Browser tests and the rehearsal of a deployment need a build of the changed sources. */
export const needsBuild = (tests: string[]) =>
  tests.some((name) => name.startsWith("tests/e2e/") || name === "tests/commands/deploy/deploy.test.ts");

/** Runs tests of a copy of the sources in one warm Vitest process, because starting Vitest takes seconds. */
export function createTestRunner(copy: string) {
  const changed = new Set<string>();
  let warm: ChildProcess | undefined;

  function stop(): void {
    if (warm?.connected) warm.disconnect();
    warm = undefined;
  }

  /** A new process has no cached modules. */
  async function runInNewProcess(tests: string[]): Promise<TestResult> {
    const vitest = start(copy);
    const result = await send(vitest, { tests, changed: [] });
    if (vitest.connected) vitest.disconnect();
    return result;
  }

  async function run(tests: string[]): Promise<TestResult> {
    if (needsBuild(tests)) return runInNewProcess(tests);
    warm ??= start(copy);
    const result = await send(warm, { tests, changed: [...changed] });
    changed.clear();
    if (result === "timed out" || !warm.connected) stop();
    return result;
  }

  return { run, runInNewProcess, fileChanged: (file: string) => void changed.add(file), stop };
}

function start(copy: string): ChildProcess {
  return fork(path.join(import.meta.dirname, "vitest-process.ts"), {
    cwd: copy,
    // The model of money plays the same sequences for each fault.
    env: {
      MONEY_SEED: "20261123",
      MONEY_RUNS: "400",
      MONEY_SHRINK: "0",
      ...process.env,
      NODE_ENV: "test",
      VITEST: "true",
      TEST: "true",
    },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

async function send(vitest: ChildProcess, request: TestRequest): Promise<TestResult> {
  const done = new AbortController();
  const limit = (needsBuild(request.tests) ? 15 : 5) * MINUTE;
  vitest.send(request);
  try {
    return await Promise.race([
      once(vitest, "message", done).then(([result]) => result as TestResult),
      once(vitest, "exit", done).then(() => "incomplete" as const),
      setTimeout(limit, "timed out" as const, done),
    ]);
  } finally {
    done.abort();
  }
}
