import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stateDir } from "./bindings.ts";

/** The folder of the local data for messages. The path is relative if the folder is in the current folder. */
export function displayedStateFolder(): string {
  const below = path.relative(process.cwd(), stateDir());
  return below === "" || below.startsWith("..") ? stateDir() : below;
}

/** How long to wait for a server that locks a database file. */
const BUSY_MS = 5000;

const LOCK = "held.sqlite";
const holderFile = () => path.join(stateDir(), "held-by.txt");

/** SQLite releases the lock when this is closed, so it stays open until the process ends. */
let lock: DatabaseSync | undefined;

/**
 * Locks the folder of the local data until this process ends, because two local runtimes would block each other's writes.
 * The lock is an SQLite transaction, so the system releases it even after a crash.
 * @param command the command to show in the error of a second process, such as `npm start`.
 * @returns false if another process has the lock.
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

/** @throws Error if another process has the lock, or if a file is damaged. */
export function requireStateFolder(command: string): void {
  if (lockStateFolder(command)) return requireUndamagedFiles();
  throw new Error(
    `${readFileSync(holderFile(), "utf8")} is using the data in ${displayedStateFolder()}. ` +
      `Stop it first, or use another folder: STATE_DIR=FOLDER ${command}`,
  );
}

/** @throws Error if a local database file is damaged. This only reads, so a server may run at the same time. */
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
