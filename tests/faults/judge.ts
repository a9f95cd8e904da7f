import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Fault } from "./fault.ts";
import { createTestRunner } from "./test-runner.ts";

export type Outcome = "noticed" | "not noticed" | "does not run" | "fails without it";

const root = path.join(import.meta.dirname, "../..");
const FOLDERS = ["migrations", "schema", "tests", "web", "worker"];
const SOURCES = [...FOLDERS, "package.json", "package-lock.json", "tsconfig.json", "wrangler.toml"];

/** Copies the sources to a temporary folder, in which `judge` tries faults. */
export async function openSourceCopy() {
  const copy = await mkdtemp(path.join(tmpdir(), "faults-"));
  await Promise.all(SOURCES.map((name) => cp(path.join(root, name), path.join(copy, name), { recursive: true })));
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const { run, runInNewProcess, fileChanged, stop } = createTestRunner(copy);

  async function passingTests(tests: string[]): Promise<string[]> {
    if ((await run(tests)) === "passed") return tests;
    const passing: string[] = [];
    for (const name of tests) if ((await run([name])) === "passed") passing.push(name);
    return passing;
  }

  async function outcomeOf({ file, find, put, tests }: Fault): Promise<Outcome> {
    const filePath = path.join(copy, file);
    const original = await readFile(filePath, "utf8");
    if (original.split(find).length !== 2) return "does not run";
    const write = async (text: string) => {
      await writeFile(filePath, text);
      fileChanged(file);
    };
    await write(original.replace(find, () => put));
    try {
      const result = await run(tests);
      if (result === "failed" || result === "timed out") return "noticed";
      // The warm process may have used a cached module without the fault.
      const again = await runInNewProcess(tests);
      return again === "passed" ? "not noticed" : again === "incomplete" ? "does not run" : "noticed";
    } finally {
      await write(original);
    }
  }

  return {
    /**
     * Reports the outcome of each fault. Then runs their tests without a fault: if these fail, the outcomes mean
     * nothing.
     */
    async judge(faults: Fault[], onOutcome: (fault: Fault, outcome: Outcome) => void): Promise<void> {
      const outcomes = new Map<Fault, Outcome>();
      for (const fault of faults) outcomes.set(fault, await outcomeOf(fault));
      const passing = await passingTests([...new Set(faults.flatMap(({ tests }) => tests))]);
      for (const [fault, outcome] of outcomes)
        onOutcome(fault, fault.tests.every((name) => passing.includes(name)) ? outcome : "fails without it");
    },
    async close(): Promise<void> {
      stop();
      await rm(copy, { recursive: true, force: true });
    },
  };
}
