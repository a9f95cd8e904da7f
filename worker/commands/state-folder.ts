import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stateDir } from "./bindings.ts";

/** Returns the path of the local data for messages: relative to the current folder if it is inside. */
export function displayedStateFolder(): string {
  const below = path.relative(process.cwd(), stateDir());
  return below === "" || below.startsWith("..") ? stateDir() : below;
}

/** How long to wait for a server that locks a database file, in milliseconds. */
const BUSY_MS = 5000;

const LOCK = "held.sqlite";
const holderFile = () => path.join(stateDir(), "held-by.txt");

/** SQLite releases the lock when this is closed, so it stays open until the process ends. */
let lock: DatabaseSync | undefined;

/**
 * Locks the folder of the local data until this process ends. Two local runtimes that write to the same files would block
 * each other's writes. The lock is an SQLite transaction, so the system releases it even after a crash.
 *
 * @param command the command of this process, to show to a second one: `npm start`.
 * @returns false if another process holds the lock.
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

/**
 * Locks the folder of the local data and checks its files.
 * @throws Error if another process holds the lock, or if a file is damaged.
 */
export function requireStateFolder(command: string): void {
  if (lockStateFolder(command)) return requireUndamagedFiles();
  throw new Error(
    `${readFileSync(holderFile(), "utf8")} is using the data in ${displayedStateFolder()}. ` +
      `Stop it first, or use another folder: STATE_DIR=FOLDER ${command}`,
  );
}

/**
 * Checks the local database files. It only reads, so it may run beside a server.
 * @throws Error if a file is not a valid SQLite database.
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
