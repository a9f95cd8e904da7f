import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

const MEMORY_FOLDER = "/dev/shm";
/** Several times the space that a whole test run needs. */
const NEEDED_BYTES = 2 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= NEEDED_BYTES;
}

/**
 * Keeps the temporary files of this process and its children in memory, because every database write waits for a disk.
 * Does nothing if `TMPDIR` is set, or if the folder is missing or too small.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env["TMPDIR"] || !existsSync(MEMORY_FOLDER) || !hasRoom(MEMORY_FOLDER)) return;
  const folder = mkdtempSync(path.join(MEMORY_FOLDER, "tests-"));
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
