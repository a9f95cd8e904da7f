import { parseArgs } from "node:util";
import { listStaff, setRights } from "../features/accounts/staff.ts";
import { migrate, openStore } from "./bindings.ts";

// npm run staff: who may do what staff do. People sign up first, then they are added by their address.
const USAGE = "Usage: npm run staff -- add EMAIL [--superuser] | remove EMAIL | list [--remote]";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { superuser: { type: "boolean", default: false }, remote: { type: "boolean", default: false } },
});
const { superuser, remote } = values;
const [action, email, ...rest] = positionals;
const isList = action === "list" && !email;
const isChange = (action === "add" || action === "remove") && email && rest.length === 0;
if (!isList && !isChange) {
  console.error(USAGE);
  process.exit(1);
}

migrate({ remote });
const store = await openStore({ remote });
try {
  if (isChange) {
    const added = { isStaff: true, ...(superuser && { isSuperuser: true }) };
    const rights = action === "add" ? added : { isStaff: false, isSuperuser: false };
    const isKnown = await setRights(store.db, email, { ...rights, now: Date.now() });
    if (!isKnown) {
      console.error(`Nobody has an account with the address ${email}.`);
      process.exitCode = 1;
    }
  }
  for (const person of await listStaff(store.db)) {
    console.info(`${person.email}\t${person.isSuperuser ? "superuser" : "staff"}`);
  }
} finally {
  await store.close();
}
