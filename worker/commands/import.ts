import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import { importLines } from "../features/sites/import.ts";
import { migrate, openStore } from "./bindings.ts";

const USAGE = "Usage: npm run import -- FILE.jsonl [--owner EMAIL] [--remote]";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { owner: { type: "string" }, remote: { type: "boolean", default: false } },
});
const [file] = positionals;
if (!file || positionals.length > 1) fail(USAGE);

migrate({ remote: values.remote });
const store = await openStore({ remote: values.remote });
try {
  const result = await importLines(store.db, linesOf(createReadStream(file, "utf8")), {
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

/** By line feeds alone: node:readline also splits at U+2028, which JSON may hold. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
