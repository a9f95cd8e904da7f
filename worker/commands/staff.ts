import { migrate } from "./bindings.ts";
import { failureMessage } from "./failure-messages.ts";
import { runStaffCommand, parseStaffArguments } from "./staff-command.ts";
import { requireUndamagedFiles, lockStateFolder } from "./state-folder.ts";
import { openDatabase } from "./where.ts";

// npm run staff: adds, removes and lists staff. An account must exist before it can become staff.
try {
  const staffArguments = parseStaffArguments(process.argv.slice(2));
  // The program that uses a locked folder has migrated its database.
  if (!staffArguments.remote) {
    const isFree = lockStateFolder("npm run staff");
    requireUndamagedFiles();
    if (isFree) migrate();
  }
  const store = await openDatabase(staffArguments);
  try {
    console.info(await runStaffCommand(store.db, staffArguments));
  } finally {
    await store.close();
  }
} catch (error) {
  console.error(failureMessage(error));
  process.exitCode = 1;
}
