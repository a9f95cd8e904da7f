import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { dump } from "../features/backups/dump.ts";
import { openStore, type Store } from "./bindings.ts";
import { exitOnFailure, failureMessage } from "./failure-messages.ts";
import { requireUndamagedFiles } from "./state-folder.ts";

// npm run backup [-- FILE.jsonl.gz] [--remote]: everything that D1 holds, in one file.
exitOnFailure();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { remote: { type: "boolean", default: false } },
});
const [file = `backup-${new Date().toISOString().slice(0, 16).replace(":", "-")}.jsonl.gz`] = positionals;
const unfinished = `${file}.part`;

let store: Store | undefined;
try {
  if (!values.remote) requireUndamagedFiles();
  const { db } = (store = await openStore({ remote: values.remote }));
  let lines = 0;
  async function* text() {
    for await (const line of dump(db, Date.now())) {
      lines += 1;
      yield `${line}\n`;
    }
  }
  // It holds addresses and hashes of passwords: for nobody else on this machine.
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
  // Nobody shall take half a backup for a whole one.
  await rename(unfinished, file);
  console.info(`${file}: ${lines - 2} rows.`);
} catch (error) {
  await rm(unfinished, { force: true });
  console.error(failureMessage(error));
  process.exitCode = 1;
} finally {
  await store?.close();
}
