import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, vi } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";

/** Each run migrates and opens a database, which takes seconds. */
export const COMMAND_MS = 240_000;

export type Run = { code: number; says: string };

/** A command as people run it, a program of its own; `command` is the name of its file. */
export function runCommand(command: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const file = path.join(ROOT, "worker/commands", `${command}.ts`);
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: ROOT, env: { ...process.env, ...env } }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), says: (out + err).trim() });
    });
  });
}

/** An empty folder for the local data of one test. */
export async function ownState(): Promise<string> {
  const state = await mkdtemp(path.join(tmpdir(), "state-"));
  vi.stubEnv("STATE_DIR", state);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(state, { recursive: true, force: true });
  });
  return state;
}
