import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Fault } from "./fault.ts";
import { createTestRunner } from "./test-runner.ts";

export type Outcome = "noticed" | "not noticed" | "does not run" | "fails without it";

const root = path.join(import.meta.dirname, "../..");
const SOURCES = ["migrations", "schema", "tests", "web", "worker", "package.json", "tsconfig.json", "wrangler.toml"];

/** Judges faults in a copy of the sources. */
export async function openSourceCopy() {
  const copy = await mkdtemp(path.join(tmpdir(), "faults-"));
  await Promise.all(SOURCES.map((name) => cp(path.join(root, name), path.join(copy, name), { recursive: true })));
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const { ask, runInNewProcess, fileChanged, stop } = createTestRunner(copy);

  async function greenTests(tests: string[]): Promise<string[]> {
    if ((await ask(tests)) === "green") return tests;
    const green: string[] = [];
    for (const name of tests) if ((await ask([name])) === "green") green.push(name);
    return green;
  }

  async function outcomeOf({ file, find, put, tests }: Fault): Promise<Outcome> {
    const place = path.join(copy, file);
    const whole = await readFile(place, "utf8");
    if (whole.split(find).length !== 2) return "does not run";
    const write = async (text: string) => {
      await writeFile(place, text);
      fileChanged(file);
    };
    await write(whole.replace(find, () => put));
    try {
      const answer = await ask(tests);
      if (answer === "red" || answer === "endless") return "noticed";
      // Vitest may have kept what the fault changed.
      const again = await runInNewProcess(tests);
      return again === "green" ? "not noticed" : again === "broken" ? "does not run" : "noticed";
    } finally {
      await write(whole);
    }
  }

  return {
    /** Judges some faults, and believes only tests that are green after them. */
    async judge(faults: Fault[], tell: (fault: Fault, outcome: Outcome) => void): Promise<void> {
      const outcomes = new Map<Fault, Outcome>();
      for (const fault of faults) outcomes.set(fault, await outcomeOf(fault));
      const green = await greenTests([...new Set(faults.flatMap(({ tests }) => tests))]);
      for (const [fault, outcome] of outcomes)
        tell(fault, fault.tests.every((name) => green.includes(name)) ? outcome : "fails without it");
    },
    async close(): Promise<void> {
      stop();
      await rm(copy, { recursive: true, force: true });
    },
  };
}
