import { parseArgs } from "node:util";
import { migrate } from "./bindings.ts";
import { exitOnFailure } from "./failure-messages.ts";
import { requireStateFolder } from "./state-folder.ts";
import { migrateDeployed, requireWhere, WHERE } from "./where.ts";

// npm run migrate [-- --remote [--env staging]]: applies the missing migrations.
exitOnFailure();
const { values } = parseArgs({ options: WHERE });
requireWhere(values);
if (values.remote) console.info(await migrateDeployed(values));
else {
  requireStateFolder("npm run migrate");
  migrate();
}
