import * as fc from "fast-check";
import { test } from "vitest";
import { findFaults } from "./oracle.ts";
import { sequence, settings, type Step, take } from "./steps.ts";
import { inNewWorld, type Settings } from "./world.ts";

// Random sequences of what owners, staff, banks and Stripe do, with lost events, broken answers and concurrent calls. After
// each step an oracle compares the product with the stand-in for Stripe. MONEY_RUNS is the number of sequences. MONEY_SEED
// and MONEY_PATH repeat a failure: its report names both. MONEY_SHRINK=0 does not look for a shorter sequence that fails.
// `npm test` always plays the same sequences. `npm run test:money` plays many, which are new in each run.

const { MONEY_RUNS = "50", MONEY_SEED = "1", MONEY_PATH, MONEY_PROGRESS, MONEY_SHRINK } = process.env;
const [numRuns, seed] = [Number(MONEY_RUNS), Number(MONEY_SEED)];
const say = (text: string) => process.stderr.write(`${text}\n`);

/** Runs the steps in a new world. Throws what is wrong after the first step that does wrong. */
const play = (chosen: Settings, steps: Step[]) =>
  inNewWorld(chosen, async (world) => {
    const expectRight = async (when: string, about: Parameters<typeof findFaults>[1]) => {
      if (about.knowsAll) await world.sendMails();
      const faults = await findFaults(world, about);
      if (faults.length > 0) throw new Error(`${when}:\n${faults.join("\n")}`);
    };
    for (const [at, one] of steps.entries()) {
      const hasSettled = await take(world, one);
      const knowsAll = hasSettled && world.blindSince === null;
      await expectRight(`After step ${at + 1}`, { knowsAll });
    }
    await world.reconcile();
    await world.settle();
    await expectRight("After all was read from Stripe again", { knowsAll: true });
  });

test("money is right after any sequence of payments, changes at Stripe, lost events and broken answers", async () => {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  let done = 0;
  const property = fc.asyncProperty(settings, sequence, async (chosen, steps) => {
    await play(chosen, steps);
    done += 1;
    if (MONEY_PROGRESS && done % 500 === 0) say(`seed ${seed}: ${done} of ${numRuns} sequences, ${seconds()}`);
  });
  say(`money: ${numRuns} sequences with MONEY_SEED=${seed}`);
  await fc.assert(property, {
    numRuns,
    seed,
    endOnFailure: MONEY_SHRINK === "0",
    ...(MONEY_PATH && { path: MONEY_PATH }),
  });
  say(`money: ${numRuns} sequences are right, seed ${seed}, ${seconds()}`);
}, 7_200_000);
