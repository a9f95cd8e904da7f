import type { Fault } from "./fault.ts";

const folder = "worker/features/payments";
const stripe = "worker/adapters/stripe";
const test = (name: string) => `tests/worker/payments/${name}.test.ts`;

const ledger = { file: `${folder}/ledger-export.ts`, tests: [test("ledger-export")] };
const promotions = { file: `${stripe}/promotions.ts`, tests: [test("promotions")] };
const billing = { file: `${stripe}/billing.ts`, tests: [test("billing")] };
const grants = { file: "worker/features/sites/grants.ts", tests: [test("grants")] };

/** Promotion codes, billing details, tax, gifts and the export of the ledger. */
export const books: Fault[] = [
  {
    ...ledger,
    file: `${folder}/csv.ts`,
    name: "a spreadsheet runs the name of a site as a formula",
    find: 'value.replaceAll(FORMULA, "$1\'$2")',
    put: "(void FORMULA, value)",
  },
  {
    ...ledger,
    file: `${folder}/csv.ts`,
    name: "a spreadsheet that splits at semicolons runs the name of a site as a formula",
    find: "/(^|[;\\t\\r\\n])",
    put: "/(^)",
  },
  {
    ...promotions,
    name: "a promotion is created without an entry in the audit log if D1 fails",
    find: "    await log();\n",
    put: "    log().catch(() => {});\n",
  },
  {
    ...ledger,
    file: `${stripe}/facts.ts`,
    name: "a refund adds money to the books",
    find: "amountCents: amount, feeCents: fee",
    put: "amountCents: Math.abs(amount), feeCents: fee",
  },
  {
    ...ledger,
    name: "the export leaves the fees out",
    find: "money(row.feeCents),\n    money(row.netCents),",
    put: "money(0),\n    money(row.amountCents),",
  },
  {
    ...ledger,
    name: "the tax of each refund is rounded alone",
    find: 'kind === "payment" ? share(amountCents) : share(already) - share(already - amountCents)',
    put: "share(amountCents)",
  },
  {
    ...ledger,
    name: "the export loses rows between two pages",
    find: "> (${after.happenedAt}, ${after.id})`",
    put: "> (${after.happenedAt + 1}, ${after.id})`",
  },
  {
    ...ledger,
    name: "the month begins a day late",
    find: "from: Date.UTC(Number(year), Number(month) - 1)",
    put: "from: Date.UTC(Number(year), Number(month) - 1, 22)",
  },
  {
    file: `${stripe}/price.ts`,
    name: "new prices do not include the tax",
    find: 'tax_behavior: "inclusive",\n    lookup_key',
    put: 'tax_behavior: "exclusive",\n    lookup_key',
    tests: [test("tax")],
  },
  {
    file: `${stripe}/price.ts`,
    name: "a price without the tax is charged with tax on top",
    find: '(!tax || found.tax_behavior === "inclusive")',
    put: "true",
    tests: [test("tax")],
  },
  {
    ...promotions,
    name: "a promotion of another directory is accepted",
    find: 'metadata?.["directory"] === directory',
    put: 'metadata?.["directory"] !== ""',
  },
  {
    ...promotions,
    name: "a promotion that is used up is accepted",
    find: 'isUsedUp ? "used_up" : found.active',
    put: "found.active",
  },
  {
    ...billing,
    name: "a new tax number is kept although the address was refused",
    find: "if (created) await stripe.customers.deleteTaxId(customer, created.id);",
    put: "",
  },
  {
    ...billing,
    name: "the old tax number stays",
    find: "before.data.filter((one) => one !== kept)",
    put: "before.data.filter(() => false)",
  },
  {
    ...grants,
    name: "a gift that is taken back is not in the books",
    find: "gt(grantedUntil, now)",
    put: "sql`false`",
  },
];
