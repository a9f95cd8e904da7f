import { parseArgs } from "node:util";
import type { Db } from "../db/connection.ts";
import { listStaff, setRights } from "../features/accounts/staff.ts";
import { requireWhere, WHERE, type Where } from "./where.ts";

const USAGE = `Usage: npm run staff -- add EMAIL [--superuser]
       npm run staff -- remove EMAIL
       npm run staff -- list
Add --remote to work on the deployed directory, and --env staging for the one of that name.`;

type StaffArguments = { action: "list" | "add" | "remove"; email: string; superuser: boolean } & Where;

/** @throws Error with a message about the invalid argument, or the usage. */
export function parseStaffArguments(args: string[]): StaffArguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { superuser: { type: "boolean", default: false }, ...WHERE },
  });
  const [action, email = "", ...rest] = positionals;
  const isList = action === "list" && !email && !values.superuser;
  const isChange = email && rest.length === 0 && (action === "add" || (action === "remove" && !values.superuser));
  if (!isList && !isChange) throw new Error(USAGE);
  requireWhere(values);
  return { action, email, ...values };
}

/**
 * Runs the command and returns the text to print.
 * @throws Error if no account has the email address, or if the last superuser would lose this right.
 */
export async function runStaffCommand(db: Db, { action, email, superuser }: StaffArguments): Promise<string> {
  if (action === "list") {
    const people = await listStaff(db);
    return (
      people.map((one) => `${one.email} is ${one.isSuperuser ? "a superuser" : "staff"}.`).join("\n") ||
      "No account is staff yet. To add one: npm run staff -- add EMAIL"
    );
  }
  const added = { isStaff: true, ...(superuser && { isSuperuser: true }) };
  const rights = action === "add" ? added : { isStaff: false, isSuperuser: false };
  const isKnown = await setRights(db, email, { ...rights, now: Date.now() });
  if (!isKnown)
    throw new Error(`No account has the email address ${email}. Sign up with it first, then run this command again.`);
  if (action === "remove") return `${email} is no longer staff.`;
  return `${email} is now ${superuser ? "a superuser" : "staff"}.`;
}
