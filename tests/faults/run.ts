import { availableParallelism } from "node:os";
import { faults } from "./all.ts";
import type { Fault } from "./fault.ts";
import { openSourceCopy, type Outcome } from "./judge.ts";
import { needsBuild } from "./test-runner.ts";

// npm run faults [-- WORDS]: puts each fault into a copy of the sources, alone, runs its tests and says which stay green.
// With words, only the faults whose name or file holds all of them. FAULT_WORKERS: how many copies run at once.
// noticed: its tests fail or do not end, and are green without it. does not run: it cannot be put in, or nothing loads.

/** After so many faults their tests are run without one. */
const AT_ONCE = 25;
const words = process.argv.slice(2);
const chosen = faults.filter(({ name, file }) => words.every((word) => `${file} ${name}`.includes(word)));

const inBrowser = chosen.filter(({ tests }) => needsBuild(tests));
const waiting = [...inParts(chosen.filter((fault) => !inBrowser.includes(fault))), ...inParts(inBrowser)];
const outcomes = new Map<Fault, Outcome>();
const copies = Number(process.env["FAULT_WORKERS"] ?? availableParallelism());
await Promise.all(Array.from({ length: copies }, work));
report();

function inParts(list: Fault[]): Fault[][] {
  const parts = Math.ceil(list.length / AT_ONCE);
  return Array.from({ length: parts }, (_, at) => list.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
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
  for (const { unnoticed, name } of chosen) if (unnoticed) console.info(`Known: ${name}: ${unnoticed}`);
  for (const fault of wrong)
    console.info(`Otherwise than listed: ${outcomes.get(fault)}: ${fault.name} (${fault.file})`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
