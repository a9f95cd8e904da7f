import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { dump } from "../features/backups/dump.ts";
import { exitOnFailure, failureMessage } from "./failure-messages.ts";
import { requireUndamagedFiles } from "./state-folder.ts";
import { openDatabase, requireWhere, WHERE } from "./where.ts";

// npm run backup [-- FILE.jsonl.gz] [--remote [--env staging]]: saves the data of the database in one compressed file.
exitOnFailure();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: WHERE,
});
const [file = `backup-${new Date().toISOString().slice(0, 16).replace(":", "-")}.jsonl.gz`] = positionals;
const partialFile = `${file}.part`;

let store: Awaited<ReturnType<typeof openDatabase>> | undefined;
try {
  requireWhere(values);
  if (!values.remote) requireUndamagedFiles();
  const { db } = (store = await openDatabase(values));
  let lines = 0;
  async function* text() {
    for await (const line of dump(db, Date.now())) {
      lines += 1;
      yield `${line}\n`;
    }
  }
  // The file has password hashes, so only the current system user may read it.
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(partialFile, { mode: 0o600 }));
  // A file with the final name is always complete.
  await rename(partialFile, file);
  // Without the header and the end line.
  console.info(`Saved ${lines - 2} rows to ${file}.`);
} catch (error) {
  await rm(partialFile, { force: true });
  console.error(failureMessage(error));
  process.exitCode = 1;
} finally {
  await store?.close();
}
