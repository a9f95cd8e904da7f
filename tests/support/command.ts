import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, vi } from "vitest";
import { migrate, ROOT } from "#worker/commands/bindings.ts";

/** The timeout of a test that runs commands. Each command takes seconds to open a database. */
export const COMMAND_MS = 240_000;

const CACHE = path.join(ROOT, "node_modules/.cache");

export type CommandResult = { code: number; output: string };

/** Runs a command in its own process. `command` is its file name without `.ts`. */
export function runCommand(command: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
  const file = path.join(ROOT, "worker/commands", `${command}.ts`);
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: ROOT, env: { ...process.env, ...env } }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), output: (out + err).trim() });
    });
  });
}

/** Sets `STATE_DIR` to a new, empty folder for the local data of one test. */
export async function createEmptyState(): Promise<string> {
  const state = await mkdtemp(path.join(tmpdir(), "state-"));
  vi.stubEnv("STATE_DIR", state);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(state, { recursive: true, force: true });
  });
  return state;
}

/** Sets `STATE_DIR` to a new folder with a migrated, empty database for one test. */
export async function createMigratedState(): Promise<string> {
  const prepared = await preparedState();
  const state = await createEmptyState();
  await cp(prepared, state, { recursive: true });
  return state;
}

/** Returns a folder with a migrated database. It is cached until a migration or the lock file changes. */
async function preparedState(): Promise<string> {
  const migrations = readdirSync(path.join(ROOT, "migrations"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => `migrations/${name}`);
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", ...migrations])
    hash.update(file).update(readFileSync(path.join(ROOT, file)));
  const folder = path.join(CACHE, `state-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return folder;

  await mkdir(CACHE, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    vi.stubEnv("STATE_DIR", unfinished);
    migrate();
    await rename(unfinished, folder);
  } catch (error) {
    // Another process may have created the folder first.
    if (!existsSync(folder)) throw error;
  } finally {
    vi.unstubAllEnvs();
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}
