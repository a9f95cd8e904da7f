import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { importLines } from "../features/sites/import/import.ts";
import { migrate } from "./bindings.ts";
import { readCsv } from "./read-csv.ts";
import { readLines } from "./read-lines.ts";
import { exitOnFailure, failureMessage } from "./failure-messages.ts";
import { requireStateFolder } from "./state-folder.ts";
import { openDatabase, requireWhere, WHERE } from "./where.ts";

const USAGE = `Usage: npm run import -- FILE.jsonl|FILE.csv [--owner EMAIL] [--update] [--remote [--env staging]]

FILE.jsonl has one JSON object a line. FILE.csv has the names of fields and facts in its first row. There, alternatives are
"Slack|https://slack.com; Teams|https://teams.example", and ";" separates the values of other lists, too.

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
const isTable = /\.(?:csv|tsv)$/i.test(file);
const lines = isTable
  ? readCsv(await readFile(file), (titles) =>
      console.error(`No field has the name of these columns: ${titles.join(", ")}.`),
    )
  : readLines(createReadStream(file));
const store = await openDatabase(values);
try {
  const result = await importLines(store.db, lines, {
    updates: values.update,
    ...(values.owner && { ownerEmail: values.owner }),
    onBadLine: (number, reason) => process.stderr.write(`\r${isTable ? "Row" : "Line"} ${number}: ${reason}\n`),
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
