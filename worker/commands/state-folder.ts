import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stateDir } from "./bindings.ts";

/** Where local data lie, as a person would type it. */
export function displayedStateFolder(): string {
  const below = path.relative(process.cwd(), stateDir());
  return below === "" || below.startsWith("..") ? stateDir() : below;
}

/** How long a server may keep a file to itself. */
const BUSY_MS = 5000;

const LOCK = "held.sqlite";
const holderFile = () => path.join(stateDir(), "held-by.txt");

/** Kept open, for the lock ends with it. */
let lock: DatabaseSync | undefined;

/**
 * Takes the folder for this program until it ends, however it ends: the lock is SQLite's, so the system gives it back.
 * Two local runtimes that write to the same files refuse each other's writes.
 *
 * @param holder what to tell those who come later: `npm start`.
 * @returns false if another program has it.
 */
export function lockStateFolder(command: string): boolean {
  mkdirSync(stateDir(), { recursive: true });
  const file = new DatabaseSync(path.join(stateDir(), LOCK));
  try {
    file.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if (/locked/.test(String(error))) return false;
    throw error;
  }
  lock = file;
  writeFileSync(holderFile(), `\`${command}\` (process ${process.pid})`);
  return lock.isOpen;
}

/** @throws Error that says who has the folder, or that it is damaged. */
export function requireStateFolder(command: string): void {
  if (lockStateFolder(command)) return requireUndamagedFiles();
  throw new Error(
    `${readFileSync(holderFile(), "utf8")} is using ${displayedStateFolder()}. Stop it first, or name another folder: STATE_DIR=….`,
  );
}

/**
 * Only reads, so also beside a running server.
 * @throws Error that names the way on, if a file of the folder is not what SQLite once wrote.
 */
export function requireUndamagedFiles(): void {
  if (!existsSync(stateDir())) return;
  for (const file of readdirSync(stateDir(), { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".sqlite") || file === LOCK) continue;
    const database = new DatabaseSync(path.join(stateDir(), file), { timeout: BUSY_MS });
    try {
      const found = database.prepare("PRAGMA quick_check(1)").get();
      if (found?.["quick_check"] !== "ok") throw new Error(`malformed: ${Object.values(found ?? {}).join()}`);
    } finally {
      database.close();
    }
  }
}
