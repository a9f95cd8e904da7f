import { availableParallelism } from "node:os";
import { faults } from "./all.ts";
import type { Fault } from "./fault.ts";
import { openSourceCopy, type Outcome } from "./judge.ts";
import { needsBuild } from "./test-runner.ts";

// npm run faults [-- WORDS] tests the tests: it puts one fault after the other into a copy of the sources and runs its
// tests. WORDS selects the faults whose name and file contain all of them. FAULT_WORKERS sets the number of copies that
// work at the same time. Outcomes:
// - noticed: the tests fail or time out with the fault, and pass without it.
// - does not run: the text to replace does not occur exactly once, or a file cannot be loaded.
// - fails without it: the tests fail even without the fault.

/** The faults of a part share one run of their tests without a fault. */
const FAULTS_PER_PART = 25;
const words = process.argv.slice(2);
const chosen = faults.filter(({ name, file }) => words.every((word) => `${file} ${name}`.includes(word)));

const inBrowser = chosen.filter(({ tests }) => needsBuild(tests));
const waiting = [...inParts(chosen.filter((fault) => !inBrowser.includes(fault))), ...inParts(inBrowser)];
const outcomes = new Map<Fault, Outcome>();
const copies = Number(process.env["FAULT_WORKERS"] ?? availableParallelism());
await Promise.all(Array.from({ length: copies }, work));
report();

function inParts(list: Fault[]): Fault[][] {
  const parts = Math.ceil(list.length / FAULTS_PER_PART);
  return Array.from({ length: parts }, (_, at) => list.slice(at * FAULTS_PER_PART, (at + 1) * FAULTS_PER_PART));
}

async function work(): Promise<void> {
  const copy = await openSourceCopy();
  for (let part = waiting.shift(); part; part = waiting.shift())
    await copy.judge(part, (fault, outcome) => {
      outcomes.set(fault, outcome);
      console.info(`${outcomes.size}/${chosen.length} ${outcome}: ${fault.name} (${fault.file})`);
    });
  await copy.close();
}

function report(): void {
  const noticed = chosen.filter((fault) => outcomes.get(fault) === "noticed");
  const wrong = chosen.filter((fault) => outcomes.get(fault) !== (fault.unnoticed ? "not noticed" : "noticed"));
  console.info(`${noticed.length} of ${chosen.length} faults are noticed.`);
  for (const { unnoticed, name } of chosen) if (unnoticed) console.info(`Cannot be noticed: ${name}: ${unnoticed}`);
  for (const fault of wrong) console.info(`Unexpected outcome: ${outcomes.get(fault)}: ${fault.name} (${fault.file})`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
