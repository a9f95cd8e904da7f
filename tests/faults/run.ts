import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { faults } from "./all.ts";
import type { Fault } from "./fault.ts";

// npm run faults [-- WORDS]: puts each fault into a copy of the sources, alone, runs its tests and says which stay green.
// With words, only the faults whose name or file holds all of them. FAULT_WORKERS: how many copies run at once.

type Outcome = "noticed" | "not noticed" | "does not run";

const root = path.join(import.meta.dirname, "../..");
const SOURCES = ["migrations", "schema", "tests", "web", "worker", "package.json", "tsconfig.json", "wrangler.toml"];
const words = process.argv.slice(2);
const chosen = faults.filter(({ name, file }) => words.every((word) => `${file} ${name}`.includes(word)));

const waiting = [...chosen];
const outcomes = new Map<Fault, Outcome>();
const copies = Number(process.env["FAULT_WORKERS"] ?? availableParallelism());
await Promise.all(Array.from({ length: copies }, work));
report();

async function work(): Promise<void> {
  const copy = await mkdtemp(path.join(tmpdir(), "faults-"));
  await Promise.all(SOURCES.map((name) => cp(path.join(root, name), path.join(copy, name), { recursive: true })));
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
    const outcome = await outcomeOf(fault, copy);
    outcomes.set(fault, outcome);
    console.info(`${outcomes.size}/${chosen.length} ${outcome}: ${fault.name} (${fault.file})`);
  }
  await rm(copy, { recursive: true, force: true });
}

async function outcomeOf({ file, find, put, tests }: Fault, copy: string): Promise<Outcome> {
  const place = path.join(copy, file);
  const whole = await readFile(place, "utf8");
  if (whole.split(find).length !== 2) return "does not run";
  await writeFile(
    place,
    whole.replace(find, () => put),
  );
  try {
    const { code, output } = await runTests(tests, copy);
    if (code === 0) return "not noticed";
    // A file that cannot be loaded runs no test: the fault is not one that somebody could deploy.
    return /Tests {2}.*\d+ failed/.test(output) ? "noticed" : "does not run";
  } finally {
    await writeFile(place, whole);
  }
}

function runTests(tests: string[], cwd: string): Promise<{ code: number | null; output: string }> {
  const args = ["vitest", "run", "--config", "tests/vitest.config.ts", "--bail", "1", "--no-color", ...tests];
  const child = spawn("npx", args, { cwd, env: { ...process.env, NO_COLOR: "1" } });
  let output = "";
  child.stdout.on("data", (part) => (output += part));
  child.stderr.on("data", (part) => (output += part));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

function report(): void {
  const wrong = chosen.filter((fault) => (outcomes.get(fault) === "noticed") === (fault.unnoticed !== undefined));
  const noticed = chosen.filter((fault) => outcomes.get(fault) === "noticed");
  console.info(`${noticed.length} of ${chosen.length} faults are noticed.`);
  for (const { unnoticed, name } of chosen) if (unnoticed) console.info(`Known: ${name}: ${unnoticed}`);
  for (const fault of wrong)
    console.info(`Otherwise than listed: ${outcomes.get(fault)}: ${fault.name} (${fault.file})`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
