import { parseArgs } from "node:util";
import type { Db } from "../db/connection.ts";
import { listStaff, setRights } from "../features/accounts/staff.ts";

const USAGE =
  "Usage: npm run staff -- add EMAIL [--superuser] | remove EMAIL | list   (--remote: of the deployed directory)";

type StaffArguments = { action: "list" | "add" | "remove"; email: string; superuser: boolean; remote: boolean };

/** @throws Error that says what is wrong with the arguments. */
export function parseStaffArguments(args: string[]): StaffArguments {
  const { values, positionals } = parseArgs({
    args,
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
export async function runStaffCommand(db: Db, { action, email, superuser }: StaffArguments): Promise<string> {
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
