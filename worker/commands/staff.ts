import { parseArgs } from "node:util";
import { listStaff, setRights } from "../features/accounts/staff.ts";
import type { Db } from "../db/connection.ts";
import { migrate, openStore } from "./bindings.ts";
import { sentenceOf } from "./sentences.ts";
import { requireWhole, takeState } from "./state-folder.ts";

// npm run staff: who may do what staff do. People sign up first, then they are added by their address.
const USAGE =
  "Usage: npm run staff -- add EMAIL [--superuser] | remove EMAIL | list   (--remote: of the deployed directory)";

type Order = { action: "list" | "add" | "remove"; email: string; superuser: boolean; remote: boolean };

try {
  const order = readOrder();
  // The deployed database is migrated by `npm run deploy` and `npm run migrate` alone, one in use by who uses it.
  if (!order.remote) {
    const isFree = takeState("npm run staff");
    requireWhole();
    if (isFree) migrate();
  }
  const store = await openStore({ remote: order.remote });
  try {
    console.info(await carryOut(store.db, order));
  } finally {
    await store.close();
  }
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}

/** @throws Error that says what is wrong with the arguments. */
function readOrder(): Order {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { superuser: { type: "boolean", default: false }, remote: { type: "boolean", default: false } },
  });
  const [action, email = "", ...rest] = positionals;
  const isList = action === "list" && !email && !values.superuser;
  const isChange = email && rest.length === 0 && (action === "add" || (action === "remove" && !values.superuser));
  if (!isList && !isChange) throw new Error(USAGE);
  return { action, email, ...values };
}

/** Returns what to say. */
async function carryOut(db: Db, { action, email, superuser }: Order): Promise<string> {
  if (action === "list") {
    const people = await listStaff(db);
    return (
      people.map((one) => `${one.email} is ${one.isSuperuser ? "a superuser" : "staff"}.`).join("\n") ||
      "Nobody is staff."
    );
  }
  const added = { isStaff: true, ...(superuser && { isSuperuser: true }) };
  const rights = action === "add" ? added : { isStaff: false, isSuperuser: false };
  const isKnown = await setRights(db, email, { ...rights, now: Date.now() });
  if (!isKnown) throw new Error(`Nobody has an account with the address ${email}. People sign up first.`);
  if (action === "remove") return `${email} is not staff any more.`;
  return `${email} is ${superuser ? "a superuser" : "staff"} now.`;
}
