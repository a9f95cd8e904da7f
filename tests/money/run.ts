import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { parseArgs } from "node:util";

// npm run test:money [-- --runs 10000] [--seed N] [--path PATH]: runs the model-based test of payments in two processes.
// The second process takes the next seed. A failure prints its seed and path, with which one process repeats it.

const { values } = parseArgs({
  options: { runs: { type: "string", default: "10000" }, seed: { type: "string" }, path: { type: "string" } },
});
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const runs = Number(values.runs);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(runs) || runs < 1) {
  console.error("Use: npm run test:money -- --runs NUMBER --seed NUMBER [--path PATH]");
  process.exit(1);
}

const root = path.join(import.meta.dirname, "../..");
const parts = values.path === undefined ? [Math.ceil(runs / 2), Math.floor(runs / 2)] : [runs];
const start = Date.now();
const codes = await Promise.all(parts.map((part, at) => (part === 0 ? 0 : runPart(part, seed + at))));
const failed = codes.filter((code) => code !== 0).length;
console.info(
  `${runs} sequences from seed ${seed}: ${failed === 0 ? "all right" : `${failed} of ${parts.length} processes failed`}, ${Math.round((Date.now() - start) / 1000)} s.`,
);
process.exitCode = failed === 0 ? 0 : 1;

async function runPart(part: number, partSeed: number): Promise<number> {
  const args = ["run", "--config", "tests/vitest.config.ts", "--project", "money"];
  const settings = { MONEY_RUNS: String(part), MONEY_SEED: String(partSeed), MONEY_PROGRESS: "1" };
  const vitest = spawn(path.join(root, "node_modules/.bin/vitest"), args, {
    cwd: root,
    env: { ...process.env, ...settings, ...(values.path !== undefined && { MONEY_PATH: values.path }) },
    stdio: "inherit",
  });
  const [code] = (await once(vitest, "exit")) as [number | null];
  return code ?? 1;
}
