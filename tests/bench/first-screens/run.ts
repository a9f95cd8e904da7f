import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "#worker/commands/bindings.ts";
import { overBudget } from "./budgets.ts";
import { AFTER, type Checkout, measureFirstScreens } from "./measure.ts";
import { PAGE_KINDS } from "./pages.ts";

// npm run bench:screens [-- --checkout FOLDER=LABEL … --runs N] measures the first screen of each page kind, in this
// checkout or in several ones that take turns. It prints all figures and writes them to first-screens-results.json.

const { values } = parseArgs({
  options: {
    checkout: { type: "string", multiple: true, default: [] },
    runs: { type: "string", default: "5" },
  },
});
const checkouts = values.checkout.map((value): Checkout => {
  const [root, label] = value.split("=");
  if (!root || !label) throw new Error("--checkout needs a folder and a label, such as ../before=before.");
  return { root: path.resolve(root), label };
});
const measured = await measureFirstScreens(checkouts.length > 0 ? checkouts : [AFTER], Number(values.runs));

for (const [label, screens] of Object.entries(measured)) {
  console.info(`${label}:`);
  console.table(Object.fromEntries(PAGE_KINDS.map((kind) => [kind, screens[kind].figures])));
  for (const kind of PAGE_KINDS) {
    const over = overBudget(kind, screens[kind].figures);
    if (over.length === 0) continue;
    console.error(`${kind} exceeds its budget: ${over.join(", ")}`);
    if (label === AFTER.label) process.exitCode = 1;
  }
}
await writeFile(path.join(ROOT, "first-screens-results.json"), `${JSON.stringify(measured, null, 2)}\n`);
