import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";
import { EMPTY, type Fault, type State } from "./stand-in/state.ts";

const STAND_IN = path.join(import.meta.dirname, "stand-in");

export const ANSWERS = { SITE_URL: "https://directory.test", SUPPORT_EMAIL: "help@mail.directory.test" };

/** A computer of an operator, and an account at a stand-in of Cloudflare. */
export async function useOperator(account: Partial<State> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "operator-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const state = path.join(folder, "state.json");
  writeFileSync(state, JSON.stringify({ ...EMPTY, ...account }));

  /** Runs `npm run deploy` with the built site, and without a terminal. */
  async function deploy(args: string[] = ["--yes"], env: Record<string, string> = {}, ...faults: Fault[]) {
    writeFileSync(path.join(folder, "calls"), "");
    const child = spawn(process.execPath, [path.join(ROOT, "worker/commands/deploy.ts"), ...args], {
      cwd: ROOT,
      env: {
        ...process.env,
        PATH: `${STAND_IN}:${process.env["PATH"]}`,
        NODE_OPTIONS: `--import=${path.join(STAND_IN, "outside.ts")}`,
        STAND_IN: folder,
        STAND_IN_FAULTS: JSON.stringify(faults),
        BUILD: "0",
        DEPLOY_DIR: path.join(folder, "deploy"),
        TMPDIR: folder,
        CLOUDFLARE_API_TOKEN: "token",
        ...env,
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    const code = await new Promise<number | null>((resolve) => void child.once("close", resolve));
    const calls = readFileSync(path.join(folder, "calls"), "utf8").trim().split("\n");
    return {
      code,
      output,
      calls,
      changes: calls.filter((call) => !/ list| status|^(whoami|GET)/.test(call)),
    };
  }

  return {
    deploy,
    folder,
    read: () => JSON.parse(readFileSync(state, "utf8")) as State,
    change: (part: Partial<State>) =>
      writeFileSync(state, JSON.stringify({ ...JSON.parse(readFileSync(state, "utf8")), ...part })),
    /** The names and the texts of all that a run left behind. */
    left: () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(json|env)$/.test(name) && name !== "state.json")
        .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") })),
  };
}
