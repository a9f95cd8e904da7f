import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import { importLines } from "../features/sites/import/import.ts";
import { migrate } from "./bindings.ts";
import { readLines } from "./read-lines.ts";
import { exitOnFailure, failureMessage } from "./failure-messages.ts";
import { requireStateFolder } from "./state-folder.ts";
import { openDatabase, requireWhere, WHERE } from "./where.ts";

const USAGE = `Usage: npm run import -- FILE.jsonl [--owner EMAIL] [--update] [--remote [--env staging]]

FILE.jsonl has one JSON object a line.

--update changes sites that are listed already and belong to the same owner, or to nobody without --owner. What a line does
not state stays, and so do images.`;

exitOnFailure();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { owner: { type: "string" }, update: { type: "boolean" }, ...WHERE },
});
const [file] = positionals;
if (!file || positionals.length > 1) fail(USAGE);

requireWhere(values);
if (!values.remote) {
  requireStateFolder("npm run import");
  migrate();
}
const whenFetched = values.remote
  ? "The cron sends up to 1,000 to the queue every ten minutes. /admin shows those that are left."
  : "The next run of the cron fetches them: POST /dev/cron while npm start runs.";
const store = await openDatabase(values);
try {
  const result = await importLines(store.db, readLines(createReadStream(file)), {
    updates: values.update,
    ...(values.owner && { ownerEmail: values.owner }),
    onBadLine: (number, reason) => process.stderr.write(`\rLine ${number}: ${reason}\n`),
    onProgress: (read, added) => process.stdout.write(`\rRead ${read} lines. Added sites: ${added}.`),
  });
  const { read, added, known, bad, images, updated, foreign } = result;
  const listed = values.update
    ? `Updated: ${updated}. Skipped because of another owner: ${foreign}. Unchanged: ${known}.`
    : `Already listed: ${known}.`;
  process.stdout.write(`\rRead ${read} lines. Added sites: ${added}. ${listed} Skipped because of errors: ${bad}.\n`);
  if (images > 0) console.info(`Images to fetch: ${images}. ${whenFetched}`);
  if (bad > 0) process.exitCode = 1;
} catch (error) {
  fail(failureMessage(error));
} finally {
  await store.close();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
