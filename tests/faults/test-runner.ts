import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

/** `tests`: files or folders. `changed`: the files that changed since the last question. */
export type TestRequest = { tests: string[]; changed: string[] };
/** `broken`: not all could run, and what ran is green. */
export type TestResult = "green" | "red" | "broken" | "endless";

const MINUTE = 60_000;

/** A browser test needs a build of the sources as they are. */
export const needsBuild = (tests: string[]) => tests.some((name) => name.startsWith("tests/e2e/"));

/** Asks Vitest what tests say about a copy of the sources. */
export function createTestRunner(copy: string) {
  const changed = new Set<string>();
  let warm: ChildProcess | undefined;

  function stop(): void {
    if (warm?.connected) warm.disconnect();
    warm = undefined;
  }

  /** Asks a Vitest that has not loaded anything. */
  async function runInNewProcess(tests: string[]): Promise<TestResult> {
    const vitest = start(copy);
    const answer = await answerOf(vitest, { tests, changed: [] });
    if (vitest.connected) vitest.disconnect();
    return answer;
  }

  async function ask(tests: string[]): Promise<TestResult> {
    if (needsBuild(tests)) return runInNewProcess(tests);
    warm ??= start(copy);
    const answer = await answerOf(warm, { tests, changed: [...changed] });
    changed.clear();
    if (answer === "endless" || !warm.connected) stop();
    return answer;
  }

  return { ask, runInNewProcess, fileChanged: (file: string) => void changed.add(file), stop };
}

function start(copy: string): ChildProcess {
  return fork(path.join(import.meta.dirname, "vitest-process.ts"), {
    cwd: copy,
    env: { ...process.env, NODE_ENV: "test", VITEST: "true", TEST: "true" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

async function answerOf(vitest: ChildProcess, question: TestRequest): Promise<TestResult> {
  const done = new AbortController();
  const limit = (needsBuild(question.tests) ? 15 : 5) * MINUTE;
  vitest.send(question);
  try {
    return await Promise.race([
      once(vitest, "message", done).then(([answer]) => answer as TestResult),
      once(vitest, "exit", done).then(() => "broken" as const),
      setTimeout(limit, "endless" as const, done),
    ]);
  } finally {
    done.abort();
  }
}
