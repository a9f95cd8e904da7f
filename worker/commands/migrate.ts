import { parseArgs } from "node:util";
import { migrate } from "./bindings.ts";
import { sayFailures } from "./sentences.ts";
import { requireState } from "./state-folder.ts";

// npm run migrate [-- --remote]
sayFailures();
const { values } = parseArgs({ options: { remote: { type: "boolean", default: false } } });
if (!values.remote) requireState("npm run migrate");
migrate(values);
