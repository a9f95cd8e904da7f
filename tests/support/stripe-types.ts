import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");
const FOLDER = path.join(ROOT, "node_modules/.cache/stripe-types");

export type Answer = { label: string; value: object };

/**
 * Holds each answer against the types of the installed SDK. The compiler reads the answers as literals, so it finds
 * extra and wrong fields. Returns a line for each problem.
 */
export function problemsOf(answers: Answer[]): string[] {
  mkdirSync(FOLDER, { recursive: true });
  const lines = answers.map(
    ({ value }, index) => `export const a${index}: ${typeOf(value)} = ${JSON.stringify(value)};`,
  );
  const sent = path.relative(FOLDER, path.join(import.meta.dirname, "stripe-sent.ts"));
  const head = `import type { Stripe } from "stripe"; import type { Sent, SentEvent } from "${sent}";`;
  writeFileSync(path.join(FOLDER, "answers.ts"), [head, ...lines, ""].join("\n"));
  writeFileSync(
    path.join(FOLDER, "tsconfig.json"),
    JSON.stringify({ compilerOptions: OPTIONS, files: ["answers.ts"] }),
  );
  const { stdout, status } = spawnSync(
    process.execPath,
    [path.join(ROOT, "node_modules/typescript/bin/tsc"), "-p", FOLDER],
    {
      encoding: "utf8",
    },
  );
  const problems = [...stdout.matchAll(/answers\.ts\((\d+),\d+\): error TS\d+: (.*)/g)].map(
    ([, line, text]) => `${answers[Number(line) - 2]?.label ?? "the test itself"}: ${text}`,
  );
  if (status !== 0 && problems.length === 0) throw new Error(`The compiler failed: ${stdout}`);
  return problems;
}

const OPTIONS = {
  target: "ES2024",
  module: "ESNext",
  moduleResolution: "bundler",
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

const DELETED: Record<string, string> = {
  customer: "Stripe.DeletedCustomer",
  tax_id: "Stripe.DeletedTaxId",
};

/** The SDK's types by the field `object`. */
const TYPES: Record<string, string> = {
  "billing_portal.configuration": "Stripe.BillingPortal.Configuration",
  "billing_portal.session": "Stripe.BillingPortal.Session",
  charge: "Stripe.Charge",
  coupon: "Stripe.Coupon",
  customer: "Stripe.Customer",
  discount: "Stripe.Discount",
  dispute: "Stripe.Dispute",
  invoice: "Stripe.Invoice",
  invoice_payment: "Stripe.InvoicePayment",
  payment_intent: "Stripe.PaymentIntent",
  payment_method: "Stripe.PaymentMethod",
  price: "Stripe.Price",
  product: "Stripe.Product",
  promotion_code: "Stripe.PromotionCode",
  "radar.early_fraud_warning": "Stripe.Radar.EarlyFraudWarning",
  refund: "Stripe.Refund",
  setup_intent: "Stripe.SetupIntent",
  subscription: "Stripe.Subscription",
  tax_id: "Stripe.TaxId",
};

type Sent = { object?: string; deleted?: boolean; type?: string; data?: Sent[] | { object: Sent } };

function typeOf(value: Sent): string {
  if (value.object === "event") {
    const { object: subject } = value.data as { object: Sent };
    return `SentEvent<${JSON.stringify(value.type)}, ${sdkTypeOf(subject)}>`;
  }
  return `Sent<${sdkTypeOf(value)}>`;
}

function sdkTypeOf(value: Sent): string {
  if (value.object === "list") {
    const [first] = value.data as Sent[];
    return `Stripe.ApiList<${first ? sdkTypeOf(first) : "never"}>`;
  }
  if (value.object === "search_result") return `Stripe.ApiSearchResult<${sdkTypeOf((value.data as Sent[])[0]!)}>`;
  if (value.object === "event") return "Stripe.Event";
  const type = (value.deleted ? DELETED : TYPES)[value.object ?? ""];
  if (!type) throw new Error(`No type of the SDK is known for ${value.object}.`);
  return type;
}
