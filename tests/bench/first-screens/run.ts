import { overBudget } from "./budgets.ts";
import { measureFirstScreens } from "./measure.ts";
import { PAGE_KINDS } from "./pages.ts";

// npm run bench:screens measures the first screen of each page kind, and prints all figures.

const screens = await measureFirstScreens();
console.table(Object.fromEntries(PAGE_KINDS.map((kind) => [kind, screens[kind].figures])));
for (const kind of PAGE_KINDS) {
  const over = overBudget(kind, screens[kind].figures);
  if (over.length === 0) continue;
  console.error(`${kind} exceeds its budget: ${over.join(", ")}`);
  process.exitCode = 1;
}
