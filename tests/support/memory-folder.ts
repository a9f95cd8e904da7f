import { existsSync, statfsSync } from "node:fs";

const MEMORY_FOLDER = "/dev/shm";
/** Several times of what a whole run was seen to need at once. */
const NEEDED_BYTES = 2 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= NEEDED_BYTES;
}

/**
 * Puts temporary files of this process and its children in memory, if the system has a folder for that and nobody named
 * another one. On a disk each write to a database waits for it, and databases of tests are not kept.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env["TMPDIR"] && existsSync(MEMORY_FOLDER) && hasRoom(MEMORY_FOLDER))
    process.env["TMPDIR"] = MEMORY_FOLDER;
}
