import { parseArgs } from "node:util";
import { migrate } from "./bindings.ts";
import { exitOnFailure } from "./failure-messages.ts";
import { requireStateFolder } from "./state-folder.ts";

// npm run migrate [-- --remote]: applies the missing migrations.
exitOnFailure();
const { values } = parseArgs({ options: { remote: { type: "boolean", default: false } } });
if (!values.remote) requireStateFolder("npm run migrate");
migrate(values);
