import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import { importLines } from "../features/sites/import.ts";
import { migrate, openStore } from "./bindings.ts";
import { linesOf } from "./lines.ts";

const USAGE = "Usage: npm run import -- FILE.jsonl [--owner EMAIL] [--remote]";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { owner: { type: "string" }, remote: { type: "boolean", default: false } },
});
const [file] = positionals;
if (!file || positionals.length > 1) fail(USAGE);

if (!values.remote) migrate();
const store = await openStore({ remote: values.remote }).catch((error: Error) => fail(error.message));
try {
  const result = await importLines(store.db, linesOf(createReadStream(file)), {
    ...(values.owner && { ownerEmail: values.owner }),
    onBadLine: (number, reason) => process.stderr.write(`\rLine ${number}: ${reason}\n`),
    onProgress: (read, added) => process.stdout.write(`\r${read} lines read, ${added} sites added`),
  });
  const { read, added, known, bad } = result;
  process.stdout.write(
    `\r${read} lines read: ${added} sites added, ${known} already there, ${bad} bad lines skipped.\n`,
  );
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
} finally {
  await store.close();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
