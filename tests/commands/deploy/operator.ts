import { mkdtemp, rm } from "node:fs/promises";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { runCommand } from "../../support/command.ts";
import { EMPTY, type Fault, type State } from "./stand-in/state.ts";

const STAND_IN = path.join(import.meta.dirname, "stand-in");

export const ANSWERS = { SITE_URL: "https://directory.test", SUPPORT_EMAIL: "help@mail.directory.test" };

/** A computer of an operator, and an account at a stand-in of Cloudflare. */
export async function useOperator(account: Partial<State> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "operator-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const state = path.join(folder, "state.json");
  const calls = path.join(folder, "calls");
  writeFileSync(state, JSON.stringify({ ...EMPTY, ...account }));

  /** Runs `npm run deploy` with the built site, and without a terminal. */
  async function deploy(args: string[] = ["--yes"], env: Record<string, string> = {}, ...faults: Fault[]) {
    writeFileSync(calls, "");
    const { code, output } = await runCommand("deploy", args, {
      PATH: `${STAND_IN}:${process.env["PATH"]}`,
      NODE_OPTIONS: `--import=${path.join(STAND_IN, "outside.ts")}`,
      STAND_IN: folder,
      STAND_IN_FAULTS: JSON.stringify(faults),
      BUILD: "0",
      DEPLOY_DIR: path.join(folder, "deploy"),
      TMPDIR: folder,
      CLOUDFLARE_API_TOKEN: "token",
      ...env,
    });
    const all = readFileSync(calls, "utf8").trim().split("\n");
    return { code, output, changes: all.filter((call) => !/ list| status| execute|^(whoami|GET)/.test(call)) };
  }

  return {
    deploy,
    folder,
    read: () => JSON.parse(readFileSync(state, "utf8")) as State,
    /** The texts of all that a run left behind, by their names. */
    left: () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(json|env)$/.test(name) && name !== "state.json")
        .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") })),
  };
}
