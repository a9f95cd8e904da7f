import { migrate, openStore } from "./bindings.ts";
import { failureMessage } from "./failure-messages.ts";
import { runStaffCommand, parseStaffArguments } from "./staff-command.ts";
import { requireUndamagedFiles, lockStateFolder } from "./state-folder.ts";

// npm run staff: who may do what staff do. People sign up first, then they are added by their address.
try {
  const staffArguments = parseStaffArguments(process.argv.slice(2));
  // The deployed database is migrated by `npm run deploy` and `npm run migrate` alone, one in use by who uses it.
  if (!staffArguments.remote) {
    const isFree = lockStateFolder("npm run staff");
    requireUndamagedFiles();
    if (isFree) migrate();
  }
  const store = await openStore({ remote: staffArguments.remote });
  try {
    console.info(await runStaffCommand(store.db, staffArguments));
  } finally {
    await store.close();
  }
} catch (error) {
  console.error(failureMessage(error));
  process.exitCode = 1;
}
