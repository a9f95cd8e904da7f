import { createReadStream } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGunzip } from "node:zlib";
import { restore } from "../features/backups/restore.ts";
import { migrate } from "./bindings.ts";
import { readLines } from "./read-lines.ts";
import { openScratchDatabase } from "./scratch-database.ts";
import { exitOnFailure, failureMessage } from "./failure-messages.ts";
import { requireStateFolder } from "./state-folder.ts";
import { openDatabase, requireWhere, WHERE } from "./where.ts";

// npm run restore -- FILE.jsonl.gz… [--replace] [--remote [--env staging]]: fills an empty database with the rows of a backup,
// which may be in several files, in this order.
exitOnFailure();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ...WHERE, replace: { type: "boolean", default: false } },
});
requireWhere(values);
const files = positionals;
if (files.length === 0) {
  console.error("Usage: npm run restore -- FILE.jsonl.gz… [--replace] [--remote [--env staging]]");
  process.exit(1);
}

// Gzip checks the checksum of each whole file before anything is deleted.
for (const file of files) {
  try {
    await pipeline(
      createReadStream(file),
      createGunzip(),
      new Writable({ write: (_chunk, _encoding, done) => done() }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`${file} cannot be read (${reason}). The database was not changed. Use another backup file.`);
    process.exit(1);
  }
}

if (!values.remote) {
  requireStateFolder("npm run restore");
  migrate();
}
const store = await openDatabase(values, { allowUnfinishedRestore: true });
try {
  async function* open() {
    for (const file of files) {
      // The text of a problem is not a valid line of a backup, so the restore refuses it.
      for await (const line of readLines(createReadStream(file).pipe(createGunzip()))) {
        yield typeof line === "string" ? line : line.problem;
      }
    }
  }
  const { rows, changed, leftOut } = await restore(store.db, open, {
    replace: values.replace,
    openScratchDatabase,
    onProgress: (done) => process.stdout.write(`\r${done} rows`),
  });
  process.stdout.write(`\rRestored ${rows} rows.\n`);
  if (changed + leftOut > 0)
    console.info(
      `They fit together, because rows that referred to something newer than the backup were changed (${changed}) or left out (${leftOut}).`,
    );
} catch (error) {
  console.error(`\n${failureMessage(error)}`);
  process.exitCode = 1;
} finally {
  await store.close();
}
