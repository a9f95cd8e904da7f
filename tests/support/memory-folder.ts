import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

const MEMORY_FOLDER = "/dev/shm";
/** Several times of what a whole run was seen to need at once. */
const NEEDED_BYTES = 2 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= NEEDED_BYTES;
}

/**
 * Puts temporary files of this process and its children in memory until it ends, if the system has a folder for that
 * and nobody named another one. On a disk each write to a database waits for it, and databases of tests are not kept.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env["TMPDIR"] || !existsSync(MEMORY_FOLDER) || !hasRoom(MEMORY_FOLDER)) return;
  const folder = mkdtempSync(path.join(MEMORY_FOLDER, "tests-"));
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
